package io.keelson.remoting.bean;

import jakarta.ejb.EJBHome;
import jakarta.ejb.HomeHandle;

/**
 * The handle of a home: the reference itself, which is written as such. Immutable.
 *
 * @param home what it leads to
 */
public record SessionHomeHandle(EJBHome home) implements HomeHandle {
    @Override
    public EJBHome getEJBHome() {
        return home;
    }
}
