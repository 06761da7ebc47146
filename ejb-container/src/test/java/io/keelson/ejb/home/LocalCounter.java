package io.keelson.ejb.home;

import jakarta.ejb.EJBLocalObject;

/** A local component interface. */
public interface LocalCounter extends EJBLocalObject {
    int add(int more);

    void fail();

    void mandatory();
}
