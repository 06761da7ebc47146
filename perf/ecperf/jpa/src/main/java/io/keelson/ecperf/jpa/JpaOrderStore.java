package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.Access;
import io.keelson.ecperf.model.Order;
import io.keelson.ecperf.model.OrderLine;
import io.keelson.ecperf.model.OrderStatus;
import io.keelson.ecperf.store.OrderStore;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.List;

/** OrderStore by Jakarta Persistence. */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class JpaOrderStore implements OrderStore {
    @EJB
    private Rows rows;

    @Override
    public Order order(long id, Access access) {
        return rows.get(OrderEntity.class, "order", id, access);
    }

    @Override
    public List<OrderLine> lines(long order, Access access) {
        return List.copyOf(rows.list(
                OrderLineEntity.class,
                "select l from OrderLineEntity l where l.orderId = ?1 order by l.id",
                order,
                access));
    }

    @Override
    public List<Long> ofCustomer(long customer, int most) {
        return rows.keys("select o.id from OrderEntity o where o.customer = ?1 order by o.id desc", customer, most);
    }

    @Override
    public Order addOrder(long id, long customer) {
        return rows.add(new OrderEntity(id, customer, OrderStatus.OPEN));
    }

    @Override
    public void addLine(long id, long order, long part, int quantity, long amount) {
        rows.add(new OrderLineEntity(id, order, part, quantity, amount));
    }
}
