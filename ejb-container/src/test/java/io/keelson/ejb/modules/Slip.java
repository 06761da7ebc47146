package io.keelson.ejb.modules;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.RequestScoped;
import java.util.concurrent.atomic.AtomicInteger;

/** A bean of a request, with a number of its own. */
@RequestScoped
public class Slip {
    private static final AtomicInteger MADE = new AtomicInteger();

    private int number;

    @PostConstruct
    void make() {
        number = MADE.incrementAndGet();
    }

    /** Returns which it is. */
    public int number() {
        return number;
    }
}
