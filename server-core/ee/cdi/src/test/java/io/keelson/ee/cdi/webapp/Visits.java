package io.keelson.ee.cdi.webapp;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts for the application. */
@ApplicationScoped
@Named
public class Visits {
    private final AtomicInteger count = new AtomicInteger();

    public int next() {
        return count.incrementAndGet();
    }

    public int getCount() {
        return count.get();
    }
}
