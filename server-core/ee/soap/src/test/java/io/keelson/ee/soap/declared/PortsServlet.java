package io.keelson.ee.soap.declared;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.WebServiceRef;
import jakarta.xml.ws.WebServiceRefs;
import jakarta.xml.ws.soap.Addressing;
import java.io.IOException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Calls the ports of another application, with a feature and without. */
@WebServlet("/by/*")
@WebServiceRefs({
    @WebServiceRef(
            name = "service/first",
            type = PortedView.class,
            value = PortedService.class,
            wsdlLocation = "WEB-INF/wsdl/ported.wsdl"),
    @WebServiceRef(name = "service/second", type = PortedService.class, wsdlLocation = "WEB-INF/wsdl/ported.wsdl")
})
public class PortsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Addressing(required = true)
    @WebServiceRef(name = "service/annotated", value = PortedService.class, wsdlLocation = "WEB-INF/wsdl/ported.wsdl")
    private transient PortedView annotated;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            if (request.getPathInfo().equals("/publish")) {
                Endpoint.publish("http://127.0.0.1:1/ports", this);
            }
            Object found = new InitialContext().lookup("java:comp/env/service" + request.getPathInfo());
            PortedView port =
                    found instanceof PortedService service ? service.getPort(PortedView.class) : (PortedView) found;
            response.getWriter().print(port.open());
        } catch (NamingException | RuntimeException e) {
            response.getWriter().print(e.getMessage());
        }
    }
}
