package io.keelson.ecperf.bmp;

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

    /** Finds a row and locks it. */
    PurchaseLineRow findForUpdate(Long key) throws FinderException;

    /** Finds rows by purchase_order. */
    Collection<PurchaseLineRow> findByOrder(Long value) throws FinderException;

    /** Finds rows by purchase_order, and locks them. */
    Collection<PurchaseLineRow> findByOrderForUpdate(Long value) throws FinderException;
}
