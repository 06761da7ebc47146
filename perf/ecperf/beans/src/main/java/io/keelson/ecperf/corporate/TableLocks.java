package io.keelson.ecperf.corporate;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Locks tables where {@link Locking#TABLE} asks for it, until the transaction ends. Databases of today do not lock pages of tables
 * and indexes; a row that stands for the table is locked in their place.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.MANDATORY)
public class TableLocks {
    @Resource
    private DataSource database;

    @EJB
    private Settings settings;

    /** Locks a table that is written. Does nothing with a finer grain. */
    public void write(LockedTable table) {
        if (settings.locking() != Locking.TABLE) {
            return;
        }
        try (Connection connection = database.getConnection();
                PreparedStatement lock =
                        connection.prepareStatement("update c_table_lock set uses = uses + 1 where id = ?")) {
            lock.setInt(1, table.ordinal());
            lock.executeUpdate();
        } catch (SQLException e) {
            throw new EJBException("no lock of the table of " + table, e);
        }
    }
}
