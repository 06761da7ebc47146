package io.keelson.ejb.operations;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Singleton;

/** A singleton. */
@Singleton
public class Only {
    private SessionContext context;

    @Resource
    void setContext(SessionContext given) {
        context = given;
        Tried.in("singleton 1 injection", given);
    }

    @PostConstruct
    void made() {
        Tried.in("singleton 2 made", context);
    }

    public void call() {
        Tried.in("singleton 3 call", context);
    }
}
