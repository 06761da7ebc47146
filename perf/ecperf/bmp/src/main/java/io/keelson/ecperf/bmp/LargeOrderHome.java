package io.keelson.ecperf.bmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** The rows of m_largeorder. */
public interface LargeOrderHome extends EJBLocalHome {
    /** Adds a row. */
    LargeOrderRow create(long key, long orderId, long assembly, int quantity, int status) throws CreateException;

    /** Finds a row. */
    LargeOrderRow findByPrimaryKey(Long key) throws FinderException;

    /** Finds a row and locks it. */
    LargeOrderRow findForUpdate(Long key) throws FinderException;

    /** Finds rows by order_id. */
    Collection<LargeOrderRow> findByOrder(Long value) throws FinderException;

    /** Finds rows by order_id, and locks them. */
    Collection<LargeOrderRow> findByOrderForUpdate(Long value) throws FinderException;
}
