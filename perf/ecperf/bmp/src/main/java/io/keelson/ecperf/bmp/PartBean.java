package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.Part;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A row of c_part. */
public class PartBean extends RowBean implements Part {
    private static final long serialVersionUID = 1L;

    private String name;
    private long price;
    private long supplier;
    private int lot;

    /** With its table. */
    public PartBean() {
        super("c_part", "name", "price", "supplier", "lot");
    }

    @Override
    protected void read(ResultSet row) throws SQLException {
        name = row.getString(1);
        price = row.getLong(2);
        supplier = row.getLong(3);
        lot = row.getInt(4);
    }

    @Override
    protected Object[] values() {
        return new Object[] {name, price, supplier, lot};
    }

    @Override
    public long getPrice() {
        return price;
    }

    @Override
    public long getSupplier() {
        return supplier;
    }

    @Override
    public int getLot() {
        return lot;
    }
}
