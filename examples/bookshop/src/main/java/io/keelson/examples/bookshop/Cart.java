package io.keelson.examples.bookshop;

import jakarta.enterprise.context.SessionScoped;
import java.io.Serializable;

/** A user's cart. It is in the session, which has a copy on another server. */
@SessionScoped
public class Cart implements Serializable {
    private static final long serialVersionUID = 1L;

    private int count;

    /** Puts one more into it and returns how many there are. */
    public synchronized int add() {
        count++;
        return count;
    }
}
