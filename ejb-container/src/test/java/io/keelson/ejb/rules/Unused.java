package io.keelson.ejb.rules;

import jakarta.annotation.Resource;

/** Asks for a name of the server's, and is no component: nobody makes it. */
public class Unused {
    @Resource(lookup = "counters/none")
    private Integer none;

    /** Returns the value. */
    public int none() {
        return none;
    }
}
