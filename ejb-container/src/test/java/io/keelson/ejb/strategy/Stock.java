package io.keelson.ejb.strategy;

import jakarta.ejb.EJBLocalObject;

/** A component interface. */
public interface Stock extends EJBLocalObject {
    int count();

    void change(int by);
}
