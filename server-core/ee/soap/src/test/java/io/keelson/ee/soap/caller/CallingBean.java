package io.keelson.ee.soap.caller;

import io.keelson.ee.soap.hello.Greetings;
import jakarta.ejb.Stateless;
import jakarta.xml.ws.WebServiceRef;

/** A session bean with a port. */
@Stateless
public class CallingBean {
    @WebServiceRef(value = HelloService.class, wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
    private Greetings port;

    @WebServiceRef(wsdlLocation = "WEB-INF/wsdl/hello.wsdl")
    private HandledService handled;

    public String call() {
        return port.hello("bean");
    }

    public String callHandled() {
        return handled.getPort(Greetings.class).hello("class");
    }
}
