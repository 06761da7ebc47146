package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.WorkOrder;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A row of m_workorder. */
public class WorkOrderBean extends RowBean implements WorkOrder {
    private static final long serialVersionUID = 1L;

    private long assembly;
    private int quantity;
    private long largeOrder;
    private int status;
    private int version;

    /** With its table. */
    public WorkOrderBean() {
        super("m_workorder", "assembly", "quantity", "large_order", "status", "version");
    }

    /** Inserts a row. */
    public Long ejbCreate(long key, long assembly, int quantity, long largeOrder, int status) {
        this.assembly = assembly;
        this.quantity = quantity;
        this.largeOrder = largeOrder;
        this.status = status;
        version = 0;
        return insert(key);
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long assembly, int quantity, long largeOrder, int status) {
        // the row is complete
    }

    @Override
    protected void read(ResultSet row) throws SQLException {
        assembly = row.getLong(1);
        quantity = row.getInt(2);
        largeOrder = row.getLong(3);
        status = row.getInt(4);
        version = row.getInt(5);
    }

    @Override
    protected Object[] values() {
        return new Object[] {assembly, quantity, largeOrder, status, version};
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
    public long getLargeOrder() {
        return largeOrder;
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
