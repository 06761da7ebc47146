package io.keelson.ee.soap.hello;

import jakarta.ejb.Singleton;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;

/** A singleton without an interface. */
@Singleton
@WebService(targetNamespace = "http://hello/")
public class Plain {
    private int count;

    @WebMethod
    public int next() {
        return ++count;
    }
}
