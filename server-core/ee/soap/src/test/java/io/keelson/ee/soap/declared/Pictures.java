package io.keelson.ee.soap.declared;

import jakarta.jws.WebService;
import jakarta.xml.ws.soap.MTOM;

/** Returns bytes, in the message itself as its annotation says. */
@WebService(targetNamespace = "http://declared/")
@MTOM(enabled = false)
public class Pictures {
    public byte[] picture() {
        return new byte[10_000];
    }
}
