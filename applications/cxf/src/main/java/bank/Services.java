package bank;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxrs.JAXRSServerFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;

@WebServlet(urlPatterns = "/services/*", loadOnStartup = 1, asyncSupported = true)
public class Services extends CXFNonSpringServlet {
    private transient List<Server> servers = List.of();

    @Override
    protected void loadBus(ServletConfig config) {
        super.loadBus(config);
        Bus bus = getBus();
        BusFactory.setThreadDefaultBus(bus);
        JaxWsServerFactoryBean soap = new JaxWsServerFactoryBean();
        soap.setBus(bus);
        soap.setAddress("/bank");
        soap.setServiceBean(new Bank());
        JAXRSServerFactoryBean rest = new JAXRSServerFactoryBean();
        rest.setBus(bus);
        rest.setAddress("/rest");
        rest.setServiceBean(new Rates());
        servers = List.of(soap.create(), rest.create());
        BusFactory.setThreadDefaultBus(null);
    }

    @Override
    public void destroy() {
        servers.forEach(Server::destroy);
        super.destroy();
    }
}
