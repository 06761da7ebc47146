package io.keelson.ejb.modules;

import jakarta.ejb.Stateless;

/** A bean of the module that the web module calls. */
@Stateless
public class Till {
    /** Returns a word. */
    public String word() {
        return "till";
    }
}
