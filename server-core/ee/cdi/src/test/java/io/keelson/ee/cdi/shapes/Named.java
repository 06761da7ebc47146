package io.keelson.ee.cdi.shapes;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.Dependent;
import java.util.concurrent.atomic.AtomicInteger;

/** A dependent bean that pages name. */
@Dependent
@jakarta.inject.Named("shop.named")
public class Named {
    private static final AtomicInteger ENDED = new AtomicInteger();

    /** Returns what a page shows. */
    public String getText() {
        return "named, ended " + ENDED.get();
    }

    @PreDestroy
    void end() {
        ENDED.incrementAndGet();
    }
}
