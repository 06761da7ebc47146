package io.keelson.ejb.home;

import jakarta.ejb.EJBLocalObject;

/** A local component interface. */
public interface LocalCounter extends EJBLocalObject {
    int add(int more);

    void fail();

    void mandatory();

    /** Returns "allowed" where the bean may ask for the end of a transaction, else "refused". */
    String marking();

    /** Does nothing. */
    void secret();
}
