package io.keelson.ejb.cdi;

import jakarta.enterprise.context.ApplicationScoped;

/** A bean of CDI. */
@ApplicationScoped
public class Mark {
    public String text() {
        return "!";
    }
}
