package io.keelson.ee.soap.shop;

import jakarta.jws.WebService;

/** Has a result that XML Binding cannot write: an interface. */
@WebService
public class Broken {
    public Circle circle() {
        throw new UnsupportedOperationException();
    }

    /** Not a class. */
    public interface Circle {
        Circle next();
    }
}
