package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.OrderLine;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;

/** A row of o_orderline. */
public class OrderLineBean extends RowBean implements OrderLine {
    private static final long serialVersionUID = 1L;

    private long orderId;
    private long part;
    private int quantity;
    private long amount;
    private int version;

    /** With its table. */
    public OrderLineBean() {
        super("o_orderline", "order_id", "part", "quantity", "amount", "version");
    }

    /** Inserts a row. */
    public Long ejbCreate(long key, long orderId, long part, int quantity, long amount) {
        this.orderId = orderId;
        this.part = part;
        this.quantity = quantity;
        this.amount = amount;
        version = 0;
        return insert(key);
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long orderId, long part, int quantity, long amount) {
        // the row is complete
    }

    /** Finds rows by order_id. */
    public Collection<Long> ejbFindByOrder(Long value) {
        return findBy("order_id", value, false);
    }

    /** Finds rows by order_id. */
    public Collection<Long> ejbFindByOrderForUpdate(Long value) {
        return findBy("order_id", value, true);
    }

    @Override
    protected void read(ResultSet row) throws SQLException {
        orderId = row.getLong(1);
        part = row.getLong(2);
        quantity = row.getInt(3);
        amount = row.getLong(4);
        version = row.getInt(5);
    }

    @Override
    protected Object[] values() {
        return new Object[] {orderId, part, quantity, amount, version};
    }

    @Override
    public long getOrder() {
        return orderId;
    }

    @Override
    public long getPart() {
        return part;
    }

    @Override
    public int getQuantity() {
        return quantity;
    }

    @Override
    public void setQuantity(int quantity) {
        this.quantity = quantity;
        change();
    }

    @Override
    public long getAmount() {
        return amount;
    }

    @Override
    public void setAmount(long amount) {
        this.amount = amount;
        change();
    }
}
