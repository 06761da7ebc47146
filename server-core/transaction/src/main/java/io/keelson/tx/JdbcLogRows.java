package io.keelson.tx;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one transaction log. Each write is a database transaction that changes the row of the log first, which it finds only as its
 * own opening has left it. So a server whose log was opened by another one afterwards writes nothing. Thread-safe; blocks.
 */
final class JdbcLogRows {
    private static final int TRIES = 3;
    private static final int LONGEST_ROW = 1 << 18;

    private final String name;
    private final Connections connections;
    private final JdbcLogSettings settings;
    private final JdbcLogTables tables;

    /** Gives connections, which the caller closes. */
    @FunctionalInterface
    interface Connections {
        Connection open() throws SQLException;
    }

    /**
     * A log that was opened.
     *
     * @param opening number of the opening; a later one ends this
     * @param length of the log in bytes
     */
    record Claimed(long opening, long length) {}

    /** The answer to a commit was lost: it may be done. */
    static final class UnknownOutcomeException extends SQLException {
        private static final long serialVersionUID = 1L;

        UnknownOutcomeException(Exception cause) {
            super("the answer to a commit was lost: " + JdbcLogTables.said(cause), cause);
        }
    }

    private interface Work<T> {
        T with(Connection connection) throws SQLException, IOException;
    }

    JdbcLogRows(String name, Connections connections, JdbcLogSettings settings) {
        this.name = name;
        this.connections = connections;
        this.settings = settings;
        this.tables = new JdbcLogTables(settings);
    }

    // ---- connections -----------------------------------------------------------------------------------------------

    private <T> T use(boolean transaction, Work<T> work) throws SQLException, IOException {
        Connection connection = connect();
        boolean committing = false;
        boolean done = false;
        try {
            bound(connection);
            if (connection.getAutoCommit() == transaction) {
                connection.setAutoCommit(!transaction);
            }
            T result = work.with(connection);
            if (transaction) {
                committing = true;
                connection.commit();
                done = true;
                connection.setAutoCommit(true);
            }
            done = true;
            return result;
        } catch (SQLException | RuntimeException e) {
            if (committing && !done) {
                throw new UnknownOutcomeException(e);
            }
            throw e instanceof SQLException sql ? sql : new SQLException(JdbcLogTables.said(e), e);
        } finally {
            end(connection, done);
        }
    }

    private Connection connect() throws SQLException {
        try {
            return connections.open();
        } catch (RuntimeException e) {
            throw new SQLException(JdbcLogTables.said(e), e);
        }
    }

    /** A connection whose other end is gone without a word fails after a while, too. */
    private void bound(Connection connection) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, (settings.timeoutSeconds() + 1) * 1000);
        } catch (SQLException e) {
            if (connection.isClosed()) {
                throw e;
            }
            TransactionLog.LOG.debugf(e, "the driver of the log %s has no limit of its own", name);
        }
    }

    private void end(Connection connection, boolean done) {
        try {
            if (!done && !connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException | RuntimeException e) {
            TransactionLog.LOG.debugf(e, "the rollback of a write of the log %s", name);
        }
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            TransactionLog.LOG.debugf(e, "the end of a connection of the log %s", name);
        }
    }

    private PreparedStatement limited(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(settings.timeoutSeconds());
        return statement;
    }

    // ---- opening ---------------------------------------------------------------------------------------------------

    /** Returns true if the log is there and has something in it. */
    boolean isThere() throws SQLException, IOException {
        return use(false, connection -> {
            tables.ensure(connection);
            try (PreparedStatement select =
                    limited(connection, "select log_length from " + settings.logs() + " where log_name = ?")) {
                select.setString(1, name);
                try (ResultSet row = select.executeQuery()) {
                    return row.next() && row.getLong(1) > 0;
                }
            }
        });
    }

    /**
     * Takes the log, and makes its row where there is none. Waits for a write that is under way; whoever had it open writes nothing any
     * more.
     *
     * @throws IOException when the tenure has ended meanwhile
     */
    Claimed claim(Tenure tenure) throws SQLException, IOException {
        SQLException last = null;
        for (int i = 0; i < TRIES; i++) {
            try {
                boolean unused = use(false, connection -> {
                    tables.ensure(connection);
                    return true;
                });
                return use(true, connection -> claim(connection, tenure));
            } catch (UnknownOutcomeException e) {
                throw e;
            } catch (SQLException e) { // another server may have made the row, or have opened the log
                if (last != null) {
                    e.addSuppressed(last);
                }
                last = e;
            }
        }
        throw last == null ? new SQLException("not tried") : last;
    }

    private Claimed claim(Connection connection, Tenure tenure) throws SQLException, IOException {
        Claimed before = locked(connection);
        Claimed claimed = new Claimed(before == null ? 1 : before.opening() + 1, before == null ? 0 : before.length());
        String sql = before == null
                ? "insert into " + settings.logs()
                        + " (log_opening, log_lease, log_name, log_length) values (?, ?, ?, 0)"
                : "update " + settings.logs() + " set log_opening = ?, log_lease = ? where log_name = ?";
        try (PreparedStatement write = limited(connection, sql)) {
            write.setLong(1, claimed.opening());
            write.setLong(2, tenure.lease());
            write.setString(3, name);
            int unused = write.executeUpdate();
        }
        // The row is locked: whoever has the lease by now opens the log after this, or has done so before this look.
        if (!tenure.isHeld()) {
            throw new IOException("the lease of the log has ended, another server may recover it");
        }
        return claimed;
    }

    private @Nullable Claimed locked(Connection connection) throws SQLException {
        try (PreparedStatement select = limited(
                connection,
                "select log_opening, log_length from " + settings.logs() + " where log_name = ? for update")) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? new Claimed(row.getLong(1), row.getLong(2)) : null;
            }
        }
    }

    // ---- content ---------------------------------------------------------------------------------------------------

    /**
     * Returns the bytes of the log.
     *
     * @throws IOException when rows are missing, or it was opened again
     */
    byte[] read(long opening) throws SQLException, IOException {
        return use(true, connection -> {
            Claimed now = locked(connection);
            if (now == null || now.opening() != opening) {
                throw taken(now);
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            try (PreparedStatement select = limited(
                    connection,
                    "select record_offset, record_bytes from " + settings.records()
                            + " where log_name = ? order by record_offset")) {
                select.setString(1, name);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        byte[] bytes = row.getBytes(2);
                        if (row.getLong(1) != all.size() || bytes == null) {
                            throw damaged(all.size());
                        }
                        all.writeBytes(bytes);
                    }
                }
            }
            if (all.size() != now.length()) {
                throw damaged(all.size());
            }
            return all.toByteArray();
        });
    }

    private IOException damaged(long at) {
        return new IOException("rows of it in the table " + settings.records() + " are missing, at " + at
                + ": somebody else changes the table");
    }

    private IOException taken(@Nullable Claimed now) {
        return new IOException(
                now == null
                        ? "its row in the table " + settings.logs() + " was removed"
                        : "another server has opened it meanwhile");
    }

    /**
     * Adds bytes at the end.
     *
     * @throws IOException when the log was opened again since
     * @throws UnknownOutcomeException when they may be kept
     */
    void append(long opening, long length, byte[] bytes) throws SQLException, IOException {
        boolean unused = use(true, connection -> {
            change(connection, opening, length, length + bytes.length);
            insert(connection, length, bytes);
            return true;
        });
    }

    /** Cuts the log off at the beginning of a row. */
    void truncate(long opening, long length) throws SQLException, IOException {
        boolean unused = use(true, connection -> {
            change(connection, opening, -1, length);
            delete(connection, length);
            return true;
        });
    }

    /** Replaces the whole log. */
    void replace(long opening, byte[] content) throws SQLException, IOException {
        boolean unused = use(true, connection -> {
            change(connection, opening, -1, content.length);
            delete(connection, 0);
            insert(connection, 0, content);
            return true;
        });
    }

    /** Changes the row of the log, which locks it. */
    private void change(Connection connection, long opening, long before, long length)
            throws SQLException, IOException {
        String expected = before < 0 ? "" : " and log_length = " + before;
        try (PreparedStatement update = limited(
                connection,
                "update " + settings.logs() + " set log_length = ? where log_name = ? and log_opening = ?"
                        + expected)) {
            update.setLong(1, length);
            update.setString(2, name);
            update.setLong(3, opening);
            if (update.executeUpdate() == 1) {
                return;
            }
        }
        Claimed now = locked(connection); // some databases do not count a row that is changed to what it was
        if (now == null || now.opening() != opening) {
            throw taken(now);
        }
        if (before >= 0 && now.length() != before) {
            throw damaged(before);
        }
    }

    private void insert(Connection connection, long offset, byte[] bytes) throws SQLException {
        try (PreparedStatement insert = limited(
                connection,
                "insert into " + settings.records() + " (log_name, record_offset, record_bytes) values (?, ?, ?)")) {
            for (int at = 0; at < bytes.length; at += LONGEST_ROW) {
                int end = Math.min(bytes.length, at + LONGEST_ROW);
                insert.setString(1, name);
                insert.setLong(2, offset + at);
                insert.setBytes(3, Arrays.copyOfRange(bytes, at, end));
                int unused = insert.executeUpdate();
            }
        }
    }

    private void delete(Connection connection, long from) throws SQLException {
        try (PreparedStatement delete = limited(
                connection, "delete from " + settings.records() + " where log_name = ? and record_offset >= ?")) {
            delete.setString(1, name);
            delete.setLong(2, from);
            int unused = delete.executeUpdate();
        }
    }
}
