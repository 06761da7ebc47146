package io.keelson.ecperf.cmp;

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

    /** Finds rows by orderId. */
    Collection<LargeOrderRow> findByOrder(long value) throws FinderException;
}
