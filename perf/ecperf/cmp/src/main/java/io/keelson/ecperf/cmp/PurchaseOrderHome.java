package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The rows of s_purchase_order. */
public interface PurchaseOrderHome extends EJBLocalHome {
    /** Adds a row. */
    PurchaseOrderRow create(long key, long supplier, long workOrder, int sent) throws CreateException;

    /** Finds a row. */
    PurchaseOrderRow findByPrimaryKey(Long key) throws FinderException;
}
