package io.keelson.ejb.operations;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;

/** A stateless bean. */
@Stateless
public class Pooled {
    private SessionContext context;

    @Resource
    void setContext(SessionContext given) {
        context = given;
        Tried.in("stateless 1 injection", given);
    }

    @PostConstruct
    void made() {
        Tried.in("stateless 2 made", context);
    }

    public void call() {
        Tried.in("stateless 3 call", context);
    }
}
