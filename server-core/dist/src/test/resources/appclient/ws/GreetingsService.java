package ws;

import jakarta.jws.HandlerChain;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceClient;
import java.net.MalformedURLException;
import java.net.URL;
import javax.xml.namespace.QName;

/** The service as a client has it, with a handler. */
@WebServiceClient(name = "GreetingsService", targetNamespace = "http://greetings/")
@HandlerChain(file = "handlers.xml")
public class GreetingsService extends Service {
    private static final QName NAME = new QName("http://greetings/", "GreetingsService");

    public GreetingsService() throws MalformedURLException {
        super(new URL(System.getProperty("ws.description")), NAME);
    }

    public GreetingsService(URL description) {
        super(description, NAME);
    }
}
