package io.keelson.ee.soap.hello;

import jakarta.jws.WebService;

/** An interface that clients use. */
@WebService(name = "Hello", targetNamespace = "http://hello/")
public interface Greetings {
    String hello(String name);

    String guarded();
}
