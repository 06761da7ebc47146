package io.keelson.ejb.cdi;

/** A local business interface. */
public interface Pricing {
    String price(String thing);
}
