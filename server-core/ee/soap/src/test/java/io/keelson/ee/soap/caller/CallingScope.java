package io.keelson.ee.soap.caller;

import io.keelson.ee.soap.hello.Greetings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.xml.ws.WebServiceRef;

/** A bean of CDI with a port. */
@ApplicationScoped
public class CallingScope {
    @WebServiceRef(value = HelloService.class, wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
    private Greetings port;

    public String call() {
        return port.hello("scope");
    }
}
