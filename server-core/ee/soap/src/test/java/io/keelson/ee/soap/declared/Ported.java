package io.keelson.ee.soap.declared;

import jakarta.jws.HandlerChain;
import jakarta.jws.WebService;

/** Has an interface and handlers in the descriptor, beside those of the annotation. */
@WebService(targetNamespace = "http://declared/")
@HandlerChain(file = "annotated.xml")
public class Ported {
    public String open() {
        return "open";
    }

    public String secret() {
        return "secret";
    }
}
