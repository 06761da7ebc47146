package io.keelson.remoting.bean;

import jakarta.ejb.EJBObject;
import jakarta.ejb.Handle;

/**
 * The handle of a session bean's object: the reference itself, which is written as such. Immutable.
 *
 * @param object what it leads to
 */
public record SessionHandle(EJBObject object) implements Handle {
    @Override
    public EJBObject getEJBObject() {
        return object;
    }
}
