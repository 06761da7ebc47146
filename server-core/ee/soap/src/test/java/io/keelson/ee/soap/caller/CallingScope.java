package io.keelson.ee.soap.caller;

import io.keelson.ee.soap.hello.Greetings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.xml.ws.WebServiceRef;

/** A bean of CDI with a port. */
@ApplicationScoped
public class CallingScope {
    @WebServiceRef(value = HelloService.class, wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
    private Greetings port;

    @WebServiceRef(value = HelloService.class, wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
    private HandledGreetings handled;

    public String call() {
        return port.hello("scope");
    }

    public String callHandled() {
        return handled.hello("interface");
    }
}
