package io.keelson.ee.soap.shop;

import jakarta.jws.WebService;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;

/** Takes a reference to another endpoint, whose type is that of WS-Addressing. */
@WebService(targetNamespace = "http://referring/")
public class Referring {
    /** Says whether there is one. */
    public boolean known(W3CEndpointReference reference) {
        return reference != null;
    }
}
