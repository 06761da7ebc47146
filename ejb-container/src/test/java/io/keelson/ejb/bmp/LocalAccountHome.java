package io.keelson.ejb.bmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** A local home of an entity bean. */
public interface LocalAccountHome extends EJBLocalHome {
    LocalAccount create(String id, int balance) throws CreateException;

    LocalAccount createLater(String id) throws CreateException;

    LocalAccount findByPrimaryKey(String id) throws FinderException;

    Collection<LocalAccount> findRicherThan(int balance) throws FinderException;

    int total();
}
