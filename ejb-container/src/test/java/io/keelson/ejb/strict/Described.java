package io.keelson.ejb.strict;

import jakarta.ejb.SessionContext;
import jakarta.ejb.Timer;

/** A bean whose timer and context a descriptor names. */
public class Described {
    private SessionContext context;
    private String fired = "";

    /** Is due. */
    public void due() {
        fired = "without";
    }

    /** Is due, with its timer. */
    public void due(Timer timer) {
        fired = "with " + timer.getInfo();
    }

    /** The method that was called, and whether the context is there. */
    public String state() {
        return fired + " " + (context != null && context.getInvokedBusinessInterface() != null);
    }
}
