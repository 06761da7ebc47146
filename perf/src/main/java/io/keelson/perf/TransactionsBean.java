package io.keelson.perf;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Methods that are called with and without a transaction, else the same. Thread-safe. */
@ApplicationScoped
public class TransactionsBean {
    /** Does nothing. */
    public long plain(long number) {
        return number + 1;
    }

    /** Does nothing, in a transaction. */
    @Transactional
    public long transactional(long number) {
        return number + 1;
    }

    /** Uses a connection. */
    public long plain(DataSource source, long number) throws SQLException {
        return used(source, number);
    }

    /** Uses a connection in a transaction, whose only resource it is. */
    @Transactional
    public long transactional(DataSource source, long number) throws SQLException {
        return used(source, number);
    }

    private static long used(DataSource source, long number) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return connection.isReadOnly() ? number : number + 1;
        }
    }
}
