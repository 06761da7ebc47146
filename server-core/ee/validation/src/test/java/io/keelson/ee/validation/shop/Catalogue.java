package io.keelson.ee.validation.shop;

import jakarta.enterprise.context.ApplicationScoped;

/** Knows which numbers are sold. */
@ApplicationScoped
public class Catalogue {
    /** Returns true if a number is sold. */
    public boolean has(String number) {
        return number.startsWith("K-");
    }
}
