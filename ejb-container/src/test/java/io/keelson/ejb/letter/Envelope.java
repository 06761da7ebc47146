package io.keelson.ejb.letter;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.RequestScoped;
import java.util.concurrent.atomic.AtomicInteger;

/** A bean of a request, which tells how many of its kind have ended before. */
@RequestScoped
public class Envelope {
    private static final AtomicInteger ENDED = new AtomicInteger();

    private String marks = "";

    public void mark(String mark) {
        marks += mark;
    }

    public String text() {
        return marks + " after " + ENDED.get();
    }

    @PreDestroy
    void end() {
        ENDED.incrementAndGet();
    }
}
