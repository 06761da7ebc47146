package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** The rows of s_purchase_orderline. */
public interface PurchaseLineHome extends EJBLocalHome {
    /** Adds a row. */
    PurchaseLineRow create(long key, long purchaseOrder, long part, int quantity, int outstanding)
            throws CreateException;

    /** Finds a row. */
    PurchaseLineRow findByPrimaryKey(Long key) throws FinderException;

    /** Finds rows by purchaseOrder. */
    Collection<PurchaseLineRow> findByOrder(long value) throws FinderException;
}
