package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.Order;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A row of o_order. */
public class OrderBean extends RowBean implements Order {
    private static final long serialVersionUID = 1L;

    private long customer;
    private int lineCount;
    private long gross;
    private int discountPercent;
    private long total;
    private int status;
    private int version;

    /** With its table. */
    public OrderBean() {
        super("o_order", "customer", "line_count", "gross", "discount_percent", "total", "status", "version");
    }

    /** Inserts a row. */
    public Long ejbCreate(long key, long customer, int status) {
        this.customer = customer;
        this.status = status;
        version = 0;
        return insert(key);
    }

    /** Nothing is left to do. */
    public void ejbPostCreate(long key, long customer, int status) {
        // the row is complete
    }

    @Override
    protected void read(ResultSet row) throws SQLException {
        customer = row.getLong(1);
        lineCount = row.getInt(2);
        gross = row.getLong(3);
        discountPercent = row.getInt(4);
        total = row.getLong(5);
        status = row.getInt(6);
        version = row.getInt(7);
    }

    @Override
    protected Object[] values() {
        return new Object[] {customer, lineCount, gross, discountPercent, total, status, version};
    }

    @Override
    public long getCustomer() {
        return customer;
    }

    @Override
    public int getLineCount() {
        return lineCount;
    }

    @Override
    public void setLineCount(int lineCount) {
        this.lineCount = lineCount;
        change();
    }

    @Override
    public long getGross() {
        return gross;
    }

    @Override
    public void setGross(long gross) {
        this.gross = gross;
        change();
    }

    @Override
    public int getDiscountPercent() {
        return discountPercent;
    }

    @Override
    public void setDiscountPercent(int discountPercent) {
        this.discountPercent = discountPercent;
        change();
    }

    @Override
    public long getTotal() {
        return total;
    }

    @Override
    public void setTotal(long total) {
        this.total = total;
        change();
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
