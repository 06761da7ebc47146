package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.Order;
import io.keelson.ecperf.model.OrderLine;
import io.keelson.ecperf.model.OrderStatus;
import io.keelson.ecperf.store.OrderStore;
import jakarta.ejb.CreateException;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.List;

/** OrderStore on entity beans. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class CmpOrderStore implements OrderStore {
    @EJB(beanName = "Order")
    private OrderHome orders;

    @EJB(beanName = "OrderLine")
    private OrderLineHome orderLines;

    private final Database database = Database.lookup();

    @Override
    public Order order(long id, Access access) {
        return Finding.one("order", id, () -> orders.findByPrimaryKey(id));
    }

    @Override
    public List<OrderLine> lines(long order, Access access) {
        return List.copyOf(Finding.any(() -> orderLines.findByOrder(order)));
    }

    @Override
    public List<Long> ofCustomer(long customer, int most) {
        return database.keys("select id from o_order where customer = ? order by id desc", most, customer);
    }

    @Override
    public Order addOrder(long id, long customer) {
        try {
            return orders.create(id, customer, OrderStatus.OPEN);
        } catch (CreateException e) {
            throw new EJBException("a row cannot be added", e);
        }
    }

    @Override
    public void addLine(long id, long order, long part, int quantity, long amount) {
        try {
            orderLines.create(id, order, part, quantity, amount);
        } catch (CreateException e) {
            throw new EJBException("a row cannot be added", e);
        }
    }
}
