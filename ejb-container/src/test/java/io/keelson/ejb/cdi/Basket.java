package io.keelson.ejb.cdi;

import jakarta.annotation.PreDestroy;
import jakarta.ejb.Stateful;
import jakarta.enterprise.context.RequestScoped;

/** A stateful bean of a request. */
@Stateful
@RequestScoped
public class Basket {
    static int ended;
    private int count;

    public int add() {
        return ++count;
    }

    @PreDestroy
    void end() {
        ended++;
    }
}
