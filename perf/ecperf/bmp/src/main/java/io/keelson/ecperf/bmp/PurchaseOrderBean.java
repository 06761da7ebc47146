package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.PurchaseOrder;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A row of s_purchase_order. */
public class PurchaseOrderBean extends RowBean implements PurchaseOrder {
    private static final long serialVersionUID = 1L;

    private long supplier;
    private long workOrder;
    private int sent;
    private int version;

    /** With its table. */
    public PurchaseOrderBean() {
        super("s_purchase_order", "supplier", "work_order", "sent", "version");
    }

    /** Inserts a row. */
    public Long ejbCreate(long key, long supplier, long workOrder, int sent) {
        this.supplier = supplier;
        this.workOrder = workOrder;
        this.sent = sent;
        version = 0;
        return insert(key);
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long supplier, long workOrder, int sent) {
        // the row is complete
    }

    @Override
    protected void read(ResultSet row) throws SQLException {
        supplier = row.getLong(1);
        workOrder = row.getLong(2);
        sent = row.getInt(3);
        version = row.getInt(4);
    }

    @Override
    protected Object[] values() {
        return new Object[] {supplier, workOrder, sent, version};
    }

    @Override
    public long getSupplier() {
        return supplier;
    }

    @Override
    public int getSent() {
        return sent;
    }

    @Override
    public void setSent(int sent) {
        this.sent = sent;
        change();
    }
}
