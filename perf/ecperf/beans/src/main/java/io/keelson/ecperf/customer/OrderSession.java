package io.keelson.ecperf.customer;

import io.keelson.ecperf.corporate.LockedTable;
import io.keelson.ecperf.corporate.Sequence;
import io.keelson.ecperf.corporate.Sequences;
import io.keelson.ecperf.corporate.TableLocks;
import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.Discount;
import io.keelson.ecperf.model.LargeOrder;
import io.keelson.ecperf.model.LargeOrders;
import io.keelson.ecperf.model.Line;
import io.keelson.ecperf.model.Order;
import io.keelson.ecperf.model.OrderLine;
import io.keelson.ecperf.model.OrderStatus;
import io.keelson.ecperf.model.WorkStatus;
import io.keelson.ecperf.store.CorporateStore;
import io.keelson.ecperf.store.ManufacturingStore;
import io.keelson.ecperf.store.OrderStore;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import java.util.List;

/**
 * Order entry. All transactions go through the tables in one order (the order, its lines by key, large orders, the customer) and
 * through lines by the keys of their parts, so that row locks make no circle.
 */
@Stateless
public class OrderSession {
    private static final int SHOWN_ORDERS = 10;

    @EJB
    private OrderStore orders;

    @EJB
    private CorporateStore corporate;

    @EJB
    private ManufacturingStore manufacturing;

    @EJB
    private CustomerSession customers;

    @EJB
    private TableLocks locks;

    @EJB
    private Sequences sequences;

    /** Places an order; returns its key. Lines of {@link LargeOrders#LEAST} or more become large orders of the plant. */
    public long newOrder(long customer, List<Line> wanted) {
        List<Line> lines = Line.inOrder(wanted);
        long id = sequences.next(Sequence.ORDER);
        locks.write(LockedTable.ORDER);
        Order order = orders.addOrder(id, customer);
        long gross = 0;
        int number = 1;
        for (Line line : lines) {
            long amount = Math.multiplyExact(corporate.part(line.part()).getPrice(), (long) line.quantity());
            // The number 1 is that of lines that were loaded with a price of their own.
            number++;
            orders.addLine(id * 100 + number, id, line.part(), line.quantity(), amount);
            gross = Math.addExact(gross, amount);
        }
        order.setLineCount(lines.size());
        price(order, gross);
        number = 1;
        for (Line line : lines) {
            number++;
            if (line.quantity() >= LargeOrders.LEAST) {
                locks.write(LockedTable.WORK_ORDER);
                manufacturing.addLargeOrder(id * 100 + number, id, line.part(), line.quantity());
            }
        }
        customers.charge(customer, order.getTotal());
        return id;
    }

    private void price(Order order, long gross) {
        int percent = customers.percentDiscount(gross);
        order.setGross(gross);
        order.setDiscountPercent(percent);
        order.setTotal(Discount.after(gross, percent));
    }

    /**
     * Gives lines of an order other quantities. Parts that the order does not have are passed over, and so are lines that are made
     * for it alone. Returns the new total.
     */
    public long changeOrder(long id, List<Line> changes) {
        List<Line> wanted = Line.inOrder(changes);
        locks.write(LockedTable.ORDER);
        Order order = orders.order(id, Access.UPDATE);
        if (order.getStatus() != OrderStatus.OPEN) {
            throw new ClosedOrderException(id);
        }
        long before = order.getTotal();
        long gross = order.getGross();
        for (OrderLine line : orders.lines(id, Access.UPDATE)) {
            for (Line change : wanted) {
                if (change.part() == line.getPart()
                        && change.quantity() < LargeOrders.LEAST
                        && line.getQuantity() < LargeOrders.LEAST
                        && line.getId() % 100 > 1) {
                    long amount =
                            Math.multiplyExact(corporate.part(line.getPart()).getPrice(), (long) change.quantity());
                    gross = Math.addExact(gross, amount - line.getAmount());
                    line.setQuantity(change.quantity());
                    line.setAmount(amount);
                }
            }
        }
        price(order, gross);
        customers.charge(order.getCustomer(), order.getTotal() - before);
        return order.getTotal();
    }

    /** Cancels an order and its large orders that are not made yet. */
    public void cancelOrder(long id) {
        locks.write(LockedTable.ORDER);
        Order order = orders.order(id, Access.UPDATE);
        if (order.getStatus() != OrderStatus.OPEN) {
            throw new ClosedOrderException(id);
        }
        for (LargeOrder large : manufacturing.largeOrders(id, Access.UPDATE)) {
            if (large.getStatus() != WorkStatus.WAITING) {
                throw new ClosedOrderException(id);
            }
            manufacturing.removeLargeOrder(large.getId());
        }
        order.setStatus(OrderStatus.CANCELLED);
        customers.charge(order.getCustomer(), -order.getTotal());
    }

    /** Shows an order and its lines. */
    public String orderStatus(long id) {
        Order order = orders.order(id, Access.READ);
        StringBuilder text = new StringBuilder();
        text.append("order ").append(id).append(" of customer ").append(order.getCustomer());
        text.append(", status ").append(order.getStatus()).append(", total ").append(order.getTotal());
        for (OrderLine line : orders.lines(id, Access.READ)) {
            text.append('\n').append(line.getPart()).append(" x ").append(line.getQuantity());
        }
        return text.toString();
    }

    /** Shows the newest orders of a customer. */
    public String customerStatus(long customer) {
        StringBuilder text = new StringBuilder();
        text.append("customer ").append(customer).append(", balance ");
        text.append(corporate.customer(customer, Access.READ).getBalance());
        for (long id : orders.ofCustomer(customer, SHOWN_ORDERS)) {
            text.append('\n').append(orderStatus(id));
        }
        return text.toString();
    }
}
