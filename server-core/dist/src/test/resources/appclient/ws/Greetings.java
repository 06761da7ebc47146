package ws;

import jakarta.jws.WebService;

/** The interface of the service. */
@WebService(name = "Greetings", targetNamespace = "http://greetings/")
public interface Greetings {
    String hello(String name);
}
