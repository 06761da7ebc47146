package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The rows of c_customer. */
public interface CustomerHome extends EJBLocalHome {
    /** Adds a row. */
    CustomerRow create(long key, String name, long creditLimit, long openingBalance, long balance)
            throws CreateException;

    /** Finds a row. */
    CustomerRow findByPrimaryKey(Long key) throws FinderException;
}
