package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The rows of o_order. */
public interface OrderHome extends EJBLocalHome {
    /** Adds a row. */
    OrderRow create(long key, long customer, int status) throws CreateException;

    /** Finds a row. */
    OrderRow findByPrimaryKey(Long key) throws FinderException;
}
