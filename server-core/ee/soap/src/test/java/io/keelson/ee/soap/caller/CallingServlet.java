package io.keelson.ee.soap.caller;

import io.keelson.ee.soap.hello.Greetings;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.jws.HandlerChain;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceRef;
import java.io.IOException;
import javax.naming.InitialContext;

/** Calls by each kind of reference. */
@WebServlet("/by/*")
@WebServiceRef(
        name = "service/named",
        type = Greetings.class,
        value = HelloService.class,
        wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
public class CallingServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @WebServiceRef(wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
    private transient HelloService service;

    @WebServiceRef(value = HelloService.class, wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
    private transient Greetings port;

    @HandlerChain(file = "client-handlers.xml")
    @WebServiceRef(value = HelloService.class, wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
    private transient Greetings handled;

    @WebServiceRef(lookup = "java:comp/env/service/named")
    private transient Greetings looked;

    @Resource(lookup = "java:comp/env/service/described")
    private transient Service described;

    private transient Greetings set;

    @EJB
    private transient CallingBean bean;

    @Inject
    private transient CallingScope scope;

    @WebServiceRef(value = HelloService.class, wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
    void setSet(Greetings set) {
        this.set = set;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain");
        try {
            response.getWriter().print(call(request.getPathInfo().substring(1)));
        } catch (Exception e) {
            response.getWriter().print(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private String call(String by) throws Exception {
        return switch (by) {
            case "service" -> service.getPort(Greetings.class).hello("service");
            case "port" -> port.hello("port");
            case "setter" -> set.hello("setter");
            case "handlers" -> handled.hello("handlers");
            case "lookup" -> looked.hello("lookup");
            case "name" -> ((Greetings) new InitialContext().lookup("java:comp/env/service/named")).hello("name");
            case "descriptor" -> described.getPort(Greetings.class).hello("descriptor");
            case "bean" -> bean.call();
            case "scope" -> scope.call();
            case "class" -> bean.callHandled();
            case "interface" -> scope.callHandled();
            default -> "what?";
        };
    }
}
