package io.keelson.ee.cdi.shapes;

import jakarta.enterprise.context.SessionScoped;
import java.io.Serializable;

/** A bean of a session. */
@SessionScoped
public class Basket implements Serializable {
    private static final long serialVersionUID = 1;

    private int shapes;

    /** Puts one more in. */
    public void put() {
        shapes++;
    }

    /** Returns how many are in it. */
    public int shapes() {
        return shapes;
    }
}
