package io.keelson.ecperf.bmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The rows of s_purchase_order. */
public interface PurchaseOrderHome extends EJBLocalHome {
    /** Adds a row. */
    PurchaseOrderRow create(long key, long supplier, long workOrder, int sent) throws CreateException;

    /** Finds a row. */
    PurchaseOrderRow findByPrimaryKey(Long key) throws FinderException;

    /** Finds a row and locks it. */
    PurchaseOrderRow findForUpdate(Long key) throws FinderException;
}
