package io.keelson.examples.interfaces;

import jakarta.ejb.RemoteHome;
import jakarta.ejb.Stateless;
import jakarta.jws.WebService;

/** The bean. */
@Stateless
@RemoteHome(HelloHome.class)
@WebService(
        endpointInterface = "io.keelson.examples.interfaces.HelloLocal",
        targetNamespace = "http://interfaces.examples.keelson.io/",
        serviceName = "HelloService",
        portName = "HelloPort")
public class Hello implements HelloRemote, HelloLocal {
    @Override
    public String hello(String name) {
        return "hello " + name;
    }
}
