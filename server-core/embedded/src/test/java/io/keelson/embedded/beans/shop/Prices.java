package io.keelson.embedded.beans.shop;

import jakarta.enterprise.context.ApplicationScoped;

/** A bean of CDI. */
@ApplicationScoped
public class Prices {
    /** Returns the price of something. */
    public int of(String item) {
        return item.length() * 10;
    }
}
