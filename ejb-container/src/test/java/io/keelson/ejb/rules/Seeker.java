package io.keelson.ejb.rules;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;

/** Asks for a name of the server's. */
@Stateless
public class Seeker {
    @Resource(lookup = "counters/visits")
    private Integer visits;

    /** Returns the value. */
    public int visits() {
        return visits;
    }
}
