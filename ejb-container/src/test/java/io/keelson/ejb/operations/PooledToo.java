package io.keelson.ejb.operations;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;

/** A stateless bean that manages its transactions. */
@Stateless
@TransactionManagement(TransactionManagementType.BEAN)
public class PooledToo {
    private SessionContext context;

    @Resource
    void setContext(SessionContext given) {
        context = given;
        Tried.in("stateless-own 1 injection", given);
    }

    @PostConstruct
    void made() {
        Tried.in("stateless-own 2 made", context);
    }

    public void call() {
        Tried.in("stateless-own 3 call", context);
    }
}
