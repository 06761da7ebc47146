package io.keelson.jms.store;

import java.sql.Connection;
import java.sql.SQLException;

/** Gives connections of the database of message stores. Thread-safe. */
@FunctionalInterface
public interface JdbcConnections {
    /**
     * Returns a connection, which the caller closes.
     *
     * @throws SQLException when there is none now
     */
    Connection open() throws SQLException;
}
