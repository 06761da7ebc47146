package io.keelson.ejb.timer;

import io.keelson.ejb.log.EjbLog;
import io.keelson.kernel.spi.lease.Fence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows in a database. A row of {@code keelson_timer_tables} counts the changes of an application's timers and has the epoch of their
 * owner; each change begins by an update of it, so that changes are one after the other and a former owner is refused. Removed rows stay
 * for a while without content, so that others hear of them. Thread-safe; its monitor guards the versions of rows. See
 * docs/design/enterprise-beans.md.
 */
public final class JdbcTimerStore implements TimerStore {
    private static final String TABLES = "keelson_timer_tables";
    private static final String ROWS = "keelson_timers";

    /** An automatic timer that is gone is not added again by servers that begin at the same time. */
    private static final long REMOVED_LATELY = 60_000;

    /** Number of changes after which a removed row is deleted. */
    private static final long KEPT_CHANGES = 10_000;

    private final Source source;
    private final String key;
    private final boolean shared;
    private final TimerRowText text;
    private final LongSupplier clock;
    private final Runnable tellOthers;
    private final Map<String, Long> versions = new HashMap<>();
    private final Set<String> unread = new HashSet<>();
    private volatile @Nullable Runnable changed;
    private long version;
    private boolean made;

    /** Gives connections. */
    @FunctionalInterface
    public interface Source {
        /** Opens a connection; whoever asks closes it. */
        Connection open() throws SQLException;
    }

    /**
     * Makes the store of an application, without touching the database.
     *
     * @param key of the application in the tables: those of another cluster, or of another server without one, are others
     * @param shared true if several servers have it
     * @param loaders the class loader of a bean by its id
     * @param clock the time in milliseconds of the epoch
     * @param tellOthers called after a change, so that other servers look; must not block
     */
    public JdbcTimerStore(
            Source source,
            String key,
            boolean shared,
            Function<String, ClassLoader> loaders,
            LongSupplier clock,
            Runnable tellOthers) {
        this.source = source;
        this.key = key;
        this.shared = shared;
        this.text = new TimerRowText(loaders);
        this.clock = clock;
        this.tellOthers = tellOthers;
    }

    @Override
    public boolean shared() {
        return shared;
    }

    // ---- transactions ----------------------------------------------------------------------------------------------

    /** Work within a transaction. */
    @FunctionalInterface
    private interface Work<T> {
        T in(Connection connection) throws SQLException, IOException;
    }

    private <T> T transaction(String what, Work<T> work) throws IOException {
        try (Connection connection = source.open()) {
            boolean automatic = connection.getAutoCommit();
            connection.setAutoCommit(false);
            boolean done = false;
            try {
                make(connection);
                T result = work.in(connection);
                connection.commit();
                done = true;
                return result;
            } finally {
                if (!done) {
                    rollback(connection);
                }
                connection.setAutoCommit(automatic);
            }
        } catch (SQLException e) {
            throw new IOException(what + " in the database of the timers failed: " + e.getMessage(), e);
        }
    }

    private static void rollback(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            EjbLog.LOG.debugf(e, "a transaction of timers cannot be rolled back; its connection is closed");
        }
    }

    /** Makes the tables and the application's row of changes where they are not there. */
    private synchronized void make(Connection connection) throws SQLException {
        if (made) {
            return;
        }
        DatabaseMetaData database = connection.getMetaData();
        String product = database.getDatabaseProductName().toLowerCase(Locale.ROOT);
        String bytes = "blob";
        String number = "bigint";
        String text = "varchar(%d)";
        if (product.contains("postgres")) {
            bytes = "bytea";
        } else if (product.contains("mysql") || product.contains("mariadb")) {
            bytes = "longblob";
            // By default names that differ in case, or in blanks at the end, are the same.
            text = "varchar(%d) character set utf8mb4 collate "
                    + (product.contains("mariadb") ? "utf8mb4_nopad_bin" : "utf8mb4_bin");
        } else if (product.equals("h2")) {
            bytes = "binary large object"; // which all its modes know
        } else if (product.contains("sql server")) {
            bytes = "varbinary(max)";
        } else if (product.contains("oracle")) {
            number = "number(19)";
            text = "varchar2(%d)";
        }
        String name = String.format(Locale.ROOT, text, 250);
        table(
                connection,
                TABLES,
                "application " + name + " not null primary key, changes " + number + " not null, epoch " + number
                        + " not null");
        table(
                connection,
                ROWS,
                "application " + name + " not null, id " + String.format(Locale.ROOT, text, 64) + " not null, version "
                        + number + " not null, changed " + number + " not null, content " + bytes
                        + ", primary key (application, id)");
        connection.commit();
        if (header(connection) < 0) {
            insertHeader(connection);
        }
        // What has been read so far is a snapshot for all of a transaction (MariaDB, REPEATABLE READ): a change begins
        // in a new one.
        connection.commit();
        made = true;
    }

    private void insertHeader(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into " + TABLES + " (application, changes, epoch) values (?, 0, 0)")) {
            insert.setString(1, key);
            insert.executeUpdate();
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            if (header(connection) < 0) { // else another server has made it at the same moment
                throw e;
            }
        }
    }

    private static void table(Connection connection, String name, String columns) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (isThere(connection, statement, name)) {
                return;
            }
            try {
                statement.execute("create table " + name + " (" + columns + ")");
                connection.commit();
            } catch (SQLException e) {
                connection.rollback();
                if (!isThere(connection, statement, name)) { // else another server has made it at the same moment
                    throw e;
                }
            }
        }
    }

    private static boolean isThere(Connection connection, Statement statement, String name) throws SQLException {
        try (ResultSet none = statement.executeQuery("select application from " + name + " where 1 = 0")) {
            return true;
        } catch (SQLException e) {
            connection.rollback(); // PostgreSQL goes on with nothing in a transaction that has failed
            return false;
        }
    }

    /** Returns the changes so far; -1: the application has no row. */
    private long header(Connection connection) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select changes from " + TABLES + " where application = ?")) {
            select.setString(1, key);
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? found.getLong(1) : -1;
            }
        }
    }

    /**
     * Counts a change, which keeps others waiting until the end of the transaction.
     *
     * @return its number; -1: the fence is that of a former owner
     */
    private long next(Connection connection, Optional<Fence> fence) throws SQLException {
        String sql = fence.isPresent()
                ? "update " + TABLES + " set changes = changes + 1, epoch = ? where application = ? and epoch <= ?"
                : "update " + TABLES + " set changes = changes + 1 where application = ?";
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            if (fence.isPresent()) {
                update.setLong(1, fence.get().epoch());
                update.setString(2, key);
                update.setLong(3, fence.get().epoch());
            } else {
                update.setString(1, key);
            }
            return update.executeUpdate() == 1 ? header(connection) : -1;
        }
    }

    // ---- the contract ----------------------------------------------------------------------------------------------

    @Override
    public synchronized Changes changes() throws IOException {
        List<TimerRow> rows = new ArrayList<>();
        long now = transaction("a look at the rows", connection -> {
            long seen = header(connection);
            if (version == 0) {
                purge(connection, seen);
            }
            if (seen != version || version == 0) {
                read(connection, rows);
            }
            return seen;
        });
        version = now;
        return new Changes(rows, Set.copyOf(versions.keySet()));
    }

    private void purge(Connection connection, long seen) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "delete from " + ROWS + " where application = ? and content is null and version < ? and changed < ?")) {
            delete.setString(1, key);
            delete.setLong(2, seen - KEPT_CHANGES);
            delete.setLong(3, clock.getAsLong() - REMOVED_LATELY);
            delete.executeUpdate();
        }
    }

    private void read(Connection connection, List<TimerRow> rows) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("select id, version, content from " + ROWS
                + " where application = ? and version > ? order by version")) {
            select.setString(1, key);
            select.setLong(2, version);
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    read(found.getString(1), found.getLong(2), found.getBytes(3), rows);
                }
            }
        }
    }

    private void read(String id, long of, byte @Nullable [] content, List<TimerRow> rows) {
        Long known = versions.get(id);
        if (content == null) {
            if (known == null || known < of) {
                versions.remove(id);
            }
            return;
        }
        if (known != null && known >= of) {
            return;
        }
        versions.put(id, of);
        try {
            rows.add(text.read(new String(content, StandardCharsets.UTF_8)));
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            if (unread.add(id)) {
                EjbLog.LOG.timerUnreadable("the row " + id + " of " + key + " in the database", e);
            }
        }
    }

    @Override
    public synchronized void reset() {
        version = 0;
        versions.clear();
    }

    @Override
    public boolean add(TimerRow row) throws IOException {
        byte[] content = bytes(row);
        long added = transaction("the addition of a timer", connection -> {
            long number = next(connection, Optional.empty());
            State there = state(connection, row.id());
            if (there != null && (there.live() || there.changed() > clock.getAsLong() - REMOVED_LATELY)) {
                return -1L;
            }
            write(connection, there == null, row.id(), number, content);
            return number;
        });
        if (added < 0) {
            return false;
        }
        known(row.id(), added);
        tellOthers.run();
        return true;
    }

    private byte[] bytes(TimerRow row) throws IOException {
        return text.write(row).getBytes(StandardCharsets.UTF_8);
    }

    /** A row as the database has it. */
    private record State(long version, long changed, boolean live) {}

    private @Nullable State state(Connection connection, String id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "select version, changed, content from " + ROWS + " where application = ? and id = ?")) {
            select.setString(1, key);
            select.setString(2, id);
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? new State(found.getLong(1), found.getLong(2), found.getBytes(3) != null) : null;
            }
        }
    }

    private void write(Connection connection, boolean insert, String id, long number, byte @Nullable [] content)
            throws SQLException {
        String sql = insert
                ? "insert into " + ROWS + " (version, changed, content, application, id) values (?, ?, ?, ?, ?)"
                : "update " + ROWS + " set version = ?, changed = ?, content = ? where application = ? and id = ?";
        try (PreparedStatement write = connection.prepareStatement(sql)) {
            write.setLong(1, number);
            write.setLong(2, clock.getAsLong());
            write.setBytes(3, content);
            write.setString(4, key);
            write.setString(5, id);
            write.executeUpdate();
        }
    }

    private synchronized void known(String id, long now) {
        versions.merge(id, now, Math::max);
    }

    private synchronized long known(String id) {
        return versions.getOrDefault(id, 0L);
    }

    /** The outcome of a change with the number of it. */
    private record Outcome(Kept kept, long number) {}

    @Override
    public Kept put(TimerRow row, Optional<Fence> fence) throws IOException {
        byte[] content = bytes(row);
        long before = known(row.id());
        Outcome outcome = transaction("a change of a timer", connection -> {
            long number = next(connection, fence);
            if (number < 0) {
                return new Outcome(Kept.FENCED, 0);
            }
            State there = state(connection, row.id());
            if (there == null || !there.live()) {
                return new Outcome(Kept.GONE, 0);
            }
            if (shared && there.version() != before) {
                return new Outcome(Kept.FENCED, 0);
            }
            write(connection, false, row.id(), number, content);
            return new Outcome(Kept.DONE, number);
        });
        if (outcome.kept() == Kept.DONE) {
            known(row.id(), outcome.number());
            if (fence.isEmpty()) {
                tellOthers.run();
            }
        }
        return outcome.kept();
    }

    @Override
    public void remove(String id) throws IOException {
        transaction("the removal of a timer", connection -> {
            long number = next(connection, Optional.empty());
            write(connection, false, id, number, null);
            return number;
        });
        synchronized (this) {
            versions.remove(id);
        }
        tellOthers.run();
    }

    @Override
    public void onChange(@Nullable Runnable told) {
        changed = told;
    }

    /** Another server has changed rows. */
    void changedElsewhere() {
        Runnable told = changed;
        if (told != null) {
            told.run();
        }
    }

    @Override
    public void close() {
        changed = null;
    }
}
