package io.keelson.tx;

import io.keelson.kernel.jdbc.DatabaseWork;
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
    private final JdbcLogSettings settings;
    private final DatabaseWork work;
    private final JdbcLogTables tables;

    /**
     * A log that was opened.
     *
     * @param opening number of the opening; a later one ends this
     * @param length of the log in bytes
     */
    record Claimed(long opening, long length) {}

    JdbcLogRows(String name, DatabaseWork.Connections connections, JdbcLogSettings settings) {
        this.name = name;
        this.settings = settings;
        this.work = new DatabaseWork("the log " + name, connections, settings.timeoutSeconds(), TransactionLog.LOG);
        this.tables = new JdbcLogTables(settings, work);
    }

    // ---- opening ---------------------------------------------------------------------------------------------------

    /** Returns true if the log is there and has something in it. */
    boolean isThere() throws SQLException, IOException {
        return work.use(false, connection -> {
            tables.ensure(connection);
            try (PreparedStatement select =
                    work.prepare(connection, "select log_length from " + settings.logs() + " where log_name = ?")) {
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
                boolean unused = work.use(false, connection -> {
                    tables.ensure(connection);
                    return true;
                });
                return work.use(true, connection -> claim(connection, tenure));
            } catch (DatabaseWork.UnknownOutcomeException e) {
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
        try (PreparedStatement write = work.prepare(connection, sql)) {
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
        try (PreparedStatement select = work.prepare(
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
        return work.use(true, connection -> {
            Claimed now = locked(connection);
            if (now == null || now.opening() != opening) {
                throw taken(now);
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            try (PreparedStatement select = work.prepare(
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
     * @throws DatabaseWork.UnknownOutcomeException when they may be kept
     */
    void append(long opening, long length, byte[] bytes) throws SQLException, IOException {
        boolean unused = work.use(true, connection -> {
            change(connection, opening, length, length + bytes.length);
            insert(connection, length, bytes);
            return true;
        });
    }

    /** Cuts the log off at the beginning of a row. */
    void truncate(long opening, long length) throws SQLException, IOException {
        boolean unused = work.use(true, connection -> {
            change(connection, opening, -1, length);
            delete(connection, length);
            return true;
        });
    }

    /** Replaces the whole log. */
    void replace(long opening, byte[] content) throws SQLException, IOException {
        boolean unused = work.use(true, connection -> {
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
        try (PreparedStatement update = work.prepare(
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
        try (PreparedStatement insert = work.prepare(
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
        try (PreparedStatement delete = work.prepare(
                connection, "delete from " + settings.records() + " where log_name = ? and record_offset >= ?")) {
            delete.setString(1, name);
            delete.setLong(2, from);
            int unused = delete.executeUpdate();
        }
    }
}
