package io.keelson.ecperf.store;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.Order;
import io.keelson.ecperf.model.OrderLine;
import jakarta.ejb.Local;
import java.util.List;

/** Orders and their lines. */
@Local
public interface OrderStore {
    /** Finds an order; throws {@link NoSuchRowException}. */
    Order order(long id, Access access);

    /** Finds the lines of an order in the order of their keys. */
    List<OrderLine> lines(long order, Access access);

    /** Finds the keys of the newest orders of a customer. */
    List<Long> ofCustomer(long customer, int most);

    /** Adds an order. */
    Order addOrder(long id, long customer);

    /** Adds a line. */
    void addLine(long id, long order, long part, int quantity, long amount);
}
