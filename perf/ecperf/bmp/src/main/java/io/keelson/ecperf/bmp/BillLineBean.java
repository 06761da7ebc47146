package io.keelson.ecperf.bmp;

import io.keelson.ecperf.model.BillLine;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;

/** A row of m_bom. */
public class BillLineBean extends RowBean implements BillLine {
    private static final long serialVersionUID = 1L;

    private long assembly;
    private long component;
    private int quantity;

    /** With its table. */
    public BillLineBean() {
        super("m_bom", "assembly", "component", "quantity");
    }

    /** Finds rows by assembly. */
    public Collection<Long> ejbFindByAssembly(Long value) {
        return findBy("assembly", value, false);
    }

    @Override
    protected void read(ResultSet row) throws SQLException {
        assembly = row.getLong(1);
        component = row.getLong(2);
        quantity = row.getInt(3);
    }

    @Override
    protected Object[] values() {
        return new Object[] {assembly, component, quantity};
    }

    @Override
    public long getComponent() {
        return component;
    }

    @Override
    public int getQuantity() {
        return quantity;
    }
}
