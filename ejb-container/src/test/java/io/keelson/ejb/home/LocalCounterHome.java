package io.keelson.ejb.home;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;

/** A local home. */
public interface LocalCounterHome extends EJBLocalHome {
    LocalCounter create() throws CreateException;

    /** Makes a bean that counts from a number. */
    LocalCounter createFrom(int start) throws CreateException;
}
