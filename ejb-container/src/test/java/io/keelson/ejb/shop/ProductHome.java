package io.keelson.ejb.shop;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** A home. */
public interface ProductHome extends EJBLocalHome {
    Product create(String id) throws CreateException;

    Product findByPrimaryKey(String id) throws FinderException;
}
