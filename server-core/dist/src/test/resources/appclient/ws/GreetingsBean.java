package ws;

import jakarta.ejb.Stateless;
import jakarta.jws.WebService;

/** The service. */
@Stateless(name = "Greetings")
@WebService(endpointInterface = "ws.Greetings", targetNamespace = "http://greetings/", serviceName = "GreetingsService")
public class GreetingsBean implements Greetings {
    @Override
    public String hello(String name) {
        return "hello " + name;
    }
}
