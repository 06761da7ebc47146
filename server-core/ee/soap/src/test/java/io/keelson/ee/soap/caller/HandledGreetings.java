package io.keelson.ee.soap.caller;

import jakarta.jws.HandlerChain;
import jakarta.jws.WebService;

/** An interface of the port that names its handlers. */
@WebService(name = "Hello", targetNamespace = "http://hello/")
@HandlerChain(file = "client-handlers.xml")
public interface HandledGreetings {
    String hello(String name);
}
