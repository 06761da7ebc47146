package io.keelson.ecperf.corporate;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Takes blocks of keys from the database, each in a transaction of its own. */
@Stateless
public class SequenceBlocks {
    @Resource
    private DataSource database;

    /** Takes so many keys; returns the first. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public long take(Sequence sequence, int many) {
        try (Connection connection = database.getConnection();
                PreparedStatement update =
                        connection.prepareStatement("update c_sequence set next_id = next_id + ? where name = ?");
                PreparedStatement select =
                        connection.prepareStatement("select next_id from c_sequence where name = ?")) {
            update.setInt(1, many);
            update.setString(2, sequence.name());
            if (update.executeUpdate() != 1) {
                throw new EJBException("the sequence " + sequence + " is not in the database: load it first");
            }
            select.setString(1, sequence.name());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getLong(1) - many;
            }
        } catch (SQLException e) {
            throw new EJBException("no keys of " + sequence, e);
        }
    }
}
