package io.keelson.ejb.pool;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Stateless;

/** Bean of which no instance can be made. */
@Stateless
public class BrokenBean {
    @PostConstruct
    void begin() {
        throw new IllegalStateException("not today");
    }

    /** Never called. */
    public String call() {
        return "called";
    }
}
