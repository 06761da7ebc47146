package io.keelson.ejb.operations;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;

/** A singleton that manages its transactions. */
@Singleton
@TransactionManagement(TransactionManagementType.BEAN)
public class OnlyToo {
    private SessionContext context;

    @Resource
    void setContext(SessionContext given) {
        context = given;
        Tried.in("singleton-own 1 injection", given);
    }

    @PostConstruct
    void made() {
        Tried.in("singleton-own 2 made", context);
    }

    public void call() {
        Tried.in("singleton-own 3 call", context);
    }
}
