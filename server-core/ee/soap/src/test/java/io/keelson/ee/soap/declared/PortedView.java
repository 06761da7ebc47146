package io.keelson.ee.soap.declared;

import jakarta.jws.WebService;

/** The interface that the descriptor names. The class does not implement it. */
@WebService(name = "View", targetNamespace = "http://declared/")
public interface PortedView {
    String open();
}
