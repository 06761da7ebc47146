package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.PurchaseLine;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;

/** A row of s_purchase_orderline. */
public class PurchaseLineBean extends RowBean implements PurchaseLine {
    private static final long serialVersionUID = 1L;

    private long purchaseOrder;
    private long part;
    private int quantity;
    private int outstanding;
    private int version;

    /** With its table. */
    public PurchaseLineBean() {
        super("s_purchase_orderline", "purchase_order", "part", "quantity", "outstanding", "version");
    }

    /** Inserts a row. */
    public Long ejbCreate(long key, long purchaseOrder, long part, int quantity, int outstanding) {
        this.purchaseOrder = purchaseOrder;
        this.part = part;
        this.quantity = quantity;
        this.outstanding = outstanding;
        version = 0;
        return insert(key);
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long purchaseOrder, long part, int quantity, int outstanding) {
        // the row is complete
    }

    /** Finds rows by purchase_order. */
    public Collection<Long> ejbFindByOrder(Long value) {
        return findBy("purchase_order", value, false);
    }

    /** Finds rows by purchase_order. */
    public Collection<Long> ejbFindByOrderForUpdate(Long value) {
        return findBy("purchase_order", value, true);
    }

    @Override
    protected void read(ResultSet row) throws SQLException {
        purchaseOrder = row.getLong(1);
        part = row.getLong(2);
        quantity = row.getInt(3);
        outstanding = row.getInt(4);
        version = row.getInt(5);
    }

    @Override
    protected Object[] values() {
        return new Object[] {purchaseOrder, part, quantity, outstanding, version};
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
    public int getOutstanding() {
        return outstanding;
    }

    @Override
    public void setOutstanding(int outstanding) {
        this.outstanding = outstanding;
        change();
    }
}
