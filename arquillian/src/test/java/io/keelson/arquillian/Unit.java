package io.keelson.arquillian;

import jakarta.enterprise.context.ApplicationScoped;

/** A bean of CDI that the tests within the server get. */
@ApplicationScoped
public class Unit {
    /** Returns the name. */
    public String name() {
        return " apples";
    }
}
