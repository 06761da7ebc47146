package io.keelson.ejb.roles;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;

/** Its home. */
public interface BookHome extends EJBLocalHome {
    Book createTitled(String title) throws CreateException;
}
