package io.keelson.ee.soap.shop;

import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;

/** Takes a reference to another endpoint, whose type is that of WS-Addressing. */
@WebService(targetNamespace = "http://referring/")
public class Referring {
    @Resource
    private WebServiceContext context;

    /** Returns a reference to this endpoint. */
    public W3CEndpointReference here() {
        return context.getEndpointReference(W3CEndpointReference.class);
    }

    /** Says whether there is one. */
    public boolean known(W3CEndpointReference reference) {
        return reference != null;
    }
}
