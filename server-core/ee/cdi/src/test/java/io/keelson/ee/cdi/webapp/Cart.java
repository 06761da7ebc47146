package io.keelson.ee.cdi.webapp;

import jakarta.enterprise.context.SessionScoped;
import jakarta.inject.Inject;
import java.io.Serializable;

/** Counts for a session. */
@SessionScoped
public class Cart implements Serializable {
    private static final long serialVersionUID = 1L;

    @Inject
    private Visits visits;

    private int count;

    public int add() {
        visits.getCount();
        return ++count;
    }
}
