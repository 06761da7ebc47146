package io.keelson.ejb.operations;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.AfterBegin;
import jakarta.ejb.AfterCompletion;
import jakarta.ejb.BeforeCompletion;
import jakarta.ejb.Remove;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;

/** A stateful bean. */
@Stateful
public class Held {
    private SessionContext context;

    @Resource
    void setContext(SessionContext given) {
        context = given;
        Tried.in("stateful 1 injection", given);
    }

    @PostConstruct
    void made() {
        Tried.in("stateful 2 made", context);
    }

    @AfterBegin
    void begun() {
        Tried.in("stateful 4 begun", context);
    }

    @BeforeCompletion
    void completing() {
        Tried.in("stateful 5 completing", context);
    }

    @AfterCompletion
    void completed(boolean committed) {
        Tried.in("stateful 6 completed", context);
    }

    @Remove
    public void end() {}

    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void call() {
        Tried.in("stateful 3 call", context);
    }
}
