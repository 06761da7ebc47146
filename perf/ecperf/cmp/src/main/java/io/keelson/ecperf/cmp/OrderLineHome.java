package io.keelson.ecperf.cmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;
import java.util.Collection;

/** The rows of o_orderline. */
public interface OrderLineHome extends EJBLocalHome {
    /** Adds a row. */
    OrderLineRow create(long key, long orderId, long part, int quantity, long amount) throws CreateException;

    /** Finds a row. */
    OrderLineRow findByPrimaryKey(Long key) throws FinderException;

    /** Finds rows by orderId. */
    Collection<OrderLineRow> findByOrder(long value) throws FinderException;
}
