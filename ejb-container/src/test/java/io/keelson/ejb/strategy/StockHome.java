package io.keelson.ejb.strategy;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** A home. */
public interface StockHome extends EJBLocalHome {
    Stock create(String id) throws CreateException;

    Stock findByPrimaryKey(String id) throws FinderException;
}
