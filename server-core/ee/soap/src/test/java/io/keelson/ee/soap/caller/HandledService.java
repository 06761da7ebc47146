package io.keelson.ee.soap.caller;

import jakarta.jws.HandlerChain;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceClient;
import java.net.URL;
import javax.xml.namespace.QName;

/** The service with handlers of its class. */
@WebServiceClient(name = "HelloService", targetNamespace = "http://hello/")
@HandlerChain(file = "client-handlers.xml")
public class HandledService extends Service {
    public HandledService(URL description, QName name) {
        super(description, name);
    }
}
