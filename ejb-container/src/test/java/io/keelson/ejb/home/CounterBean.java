package io.keelson.ejb.home;

import jakarta.ejb.CreateException;
import jakarta.ejb.SessionBean;
import jakarta.ejb.SessionContext;
import jakarta.ejb.SessionSynchronization;

/** A stateful bean as of 2.1: no annotation. */
public class CounterBean implements SessionBean, SessionSynchronization {
    private static final long serialVersionUID = 1L;

    private transient SessionContext context;
    private String life = "";
    private int count;
    private int begun;
    private String marking = "";

    @Override
    public void setSessionContext(SessionContext given) {
        context = given;
        life += "set ";
    }

    public void ejbCreate() {
        life += "create ";
        marking = marking();
    }

    public String marking() {
        try {
            return context.getRollbackOnly() ? "marked" : "allowed";
        } catch (IllegalStateException e) {
            return "refused";
        }
    }

    public void secret() {}

    @Override
    public void afterBegin() {
        begun++;
    }

    @Override
    public void beforeCompletion() {}

    @Override
    public void afterCompletion(boolean committed) {}

    public String transactions() {
        return begun + " " + marking;
    }

    public void ejbCreateFrom(int start) throws CreateException {
        if (start < 0) {
            throw new CreateException("below zero");
        }
        count = start;
    }

    @Override
    public void ejbRemove() {
        System.setProperty("keelson.test.removed", life);
    }

    @Override
    public void ejbActivate() {}

    @Override
    public void ejbPassivate() {}

    public int add(int more) {
        count += more;
        return count;
    }

    public void fail() {
        throw new IllegalStateException("a mistake");
    }

    public void mandatory() {}

    public String life() {
        return life;
    }

    public Counter self() {
        return (Counter) context.getEJBObject();
    }
}
