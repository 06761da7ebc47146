package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.LargeOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;

/** A row of m_largeorder. */
public class LargeOrderBean extends RowBean implements LargeOrder {
    private static final long serialVersionUID = 1L;

    private long orderId;
    private long assembly;
    private int quantity;
    private int status;
    private int version;

    /** With its table. */
    public LargeOrderBean() {
        super("m_largeorder", "order_id", "assembly", "quantity", "status", "version");
    }

    /** Inserts a row. */
    public Long ejbCreate(long key, long orderId, long assembly, int quantity, int status) {
        this.orderId = orderId;
        this.assembly = assembly;
        this.quantity = quantity;
        this.status = status;
        version = 0;
        return insert(key);
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long orderId, long assembly, int quantity, int status) {
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
        assembly = row.getLong(2);
        quantity = row.getInt(3);
        status = row.getInt(4);
        version = row.getInt(5);
    }

    @Override
    protected Object[] values() {
        return new Object[] {orderId, assembly, quantity, status, version};
    }

    @Override
    public long getOrder() {
        return orderId;
    }

    @Override
    public long getAssembly() {
        return assembly;
    }

    @Override
    public int getQuantity() {
        return quantity;
    }

    @Override
    public int getStatus() {
        return status;
    }

    @Override
    public void setStatus(int status) {
        this.status = status;
        change();
    }
}
