package io.keelson.arquillian;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** A bean that the tests within the server get. */
@Stateless
public class Adder {
    @Inject
    private Unit unit;

    /** Returns the sum in words. */
    public String sum(int first, int second) {
        return (first + second) + unit.name();
    }
}
