package io.keelson.ee.soap.caller;

import io.keelson.ee.soap.hello.Greetings;
import jakarta.ejb.Stateless;
import jakarta.xml.ws.WebServiceRef;

/** A session bean with a port. */
@Stateless
public class CallingBean {
    @WebServiceRef(value = HelloService.class, wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
    private Greetings port;

    public String call() {
        return port.hello("bean");
    }
}
