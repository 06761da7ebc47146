package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.Stock;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A row of m_stock. */
public class StockBean extends RowBean implements Stock {
    private static final long serialVersionUID = 1L;

    private long opening;
    private long onHand;
    private long onOrder;
    private int version;

    /** With its table. */
    public StockBean() {
        super("m_stock", "opening", "on_hand", "on_order", "version");
    }

    @Override
    protected void read(ResultSet row) throws SQLException {
        opening = row.getLong(1);
        onHand = row.getLong(2);
        onOrder = row.getLong(3);
        version = row.getInt(4);
    }

    @Override
    protected Object[] values() {
        return new Object[] {opening, onHand, onOrder, version};
    }

    @Override
    public long getOnHand() {
        return onHand;
    }

    @Override
    public void setOnHand(long onHand) {
        this.onHand = onHand;
        change();
    }

    @Override
    public long getOnOrder() {
        return onOrder;
    }

    @Override
    public void setOnOrder(long onOrder) {
        this.onOrder = onOrder;
        change();
    }
}
