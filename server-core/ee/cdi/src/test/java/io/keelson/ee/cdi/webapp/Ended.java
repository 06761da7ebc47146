package io.keelson.ee.cdi.webapp;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the request beans that were destroyed. */
@ApplicationScoped
public class Ended {
    private final AtomicInteger count = new AtomicInteger();

    void count() {
        count.incrementAndGet();
    }

    public int get() {
        return count.get();
    }
}
