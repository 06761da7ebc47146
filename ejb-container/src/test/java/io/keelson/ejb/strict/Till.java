package io.keelson.ejb.strict;

import jakarta.annotation.Resource;
import jakarta.ejb.BeforeCompletion;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateful;
import java.io.Serializable;

/** Fails before the end of its transaction when it is told to. */
@Stateful
public class Till implements Serializable {
    private static final long serialVersionUID = 1L;

    @Resource
    private transient SessionContext context;

    private boolean failing;

    public void fail() {
        failing = true;
    }

    /** Returns true if the reference is one to this bean. */
    public boolean same(Till other) {
        return other.equals(context.getBusinessObject(Till.class))
                && other.hashCode() == context.getBusinessObject(Till.class).hashCode();
    }

    @BeforeCompletion
    void count() {
        if (failing) {
            throw new IllegalStateException("the till does not add up");
        }
    }
}
