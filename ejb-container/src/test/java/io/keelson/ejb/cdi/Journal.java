package io.keelson.ejb.cdi;

import jakarta.ejb.Singleton;
import jakarta.enterprise.event.Observes;

/** A singleton that observes events. */
@Singleton
public class Journal {
    private String last = "nothing";

    public void hear(@Observes String thing) {
        last = thing;
    }

    public String heard() {
        return last;
    }
}
