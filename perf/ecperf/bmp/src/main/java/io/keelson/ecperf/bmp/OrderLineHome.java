package io.keelson.ecperf.bmp;

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

    /** Finds a row and locks it. */
    OrderLineRow findForUpdate(Long key) throws FinderException;

    /** Finds rows by order_id. */
    Collection<OrderLineRow> findByOrder(Long value) throws FinderException;

    /** Finds rows by order_id, and locks them. */
    Collection<OrderLineRow> findByOrderForUpdate(Long value) throws FinderException;
}
