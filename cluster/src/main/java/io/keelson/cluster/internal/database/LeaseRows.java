package io.keelson.cluster.internal.database;

import io.keelson.cluster.lease.LeaseCommand;
import io.keelson.cluster.lease.LeaseResult;
import io.keelson.cluster.lease.LeaseRow;
import io.keelson.cluster.lease.LeaseTable;
import io.keelson.cluster.lease.Owner;
import io.keelson.cluster.lease.Stamp;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table of the leases. A command is decided by {@link LeaseTable} over the one row it is about, and counts when
 * the row could be changed from (epoch, renewals) as they were read; each statement is a transaction. Thread-safe; blocks.
 */
final class LeaseRows {
    private static final String COLUMNS = "lease_name, epoch, renewals, owner_server, owner_life, owner_machine,"
            + " owner_process, owner_started, duration_millis";

    /** Number of times that another may come between before the command is given up; its sender asks again. */
    private static final int TRIES = 5;

    private final Connections source;
    private final String table;
    private final int timeoutSeconds;

    /** Over that source; a statement takes at most so many seconds. */
    LeaseRows(Connections source, String table, int timeoutSeconds) {
        this.source = source;
        this.table = table;
        this.timeoutSeconds = timeoutSeconds;
    }

    /** Makes the table where it is not there. */
    void create() throws SQLException {
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(timeoutSeconds);
            String text = text(connection);
            try {
                statement.execute("create table if not exists " + table + " (lease_name " + text
                        + " not null primary key, epoch bigint not null, renewals bigint not null, owner_server " + text
                        + ", owner_life bigint, owner_machine " + text
                        + ", owner_process bigint, owner_started bigint, duration_millis bigint not null)");
            } catch (SQLException e) {
                // Of two servers that make it at the same moment PostgreSQL refuses one in spite of "if not exists".
                if (!isThere(statement)) {
                    throw e;
                }
            }
        }
    }

    /** By default names that differ in case, or in blanks at the end, are the same to MariaDB. */
    private static String text(Connection connection) throws SQLException {
        boolean folds = connection.getMetaData().getDatabaseProductName().equals("MariaDB");
        return folds ? "varchar(256) character set utf8mb4 collate utf8mb4_nopad_bin" : "varchar(256)";
    }

    private boolean isThere(Statement statement) {
        try (ResultSet none = statement.executeQuery("select " + COLUMNS + " from " + table + " where epoch < 0")) {
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** All rows. */
    List<LeaseRow> all() throws SQLException {
        try (Connection connection = source.open();
                PreparedStatement select =
                        connection.prepareStatement("select " + COLUMNS + " from " + table + " order by lease_name")) {
            select.setQueryTimeout(timeoutSeconds);
            List<LeaseRow> rows = new ArrayList<>();
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    rows.add(row(found));
                }
            }
            return rows;
        }
    }

    /** Decides a command. */
    LeaseResult apply(LeaseCommand command) throws SQLException {
        try (Connection connection = source.open()) {
            if (command instanceof LeaseCommand.Acquire acquire) {
                return decide(connection, acquire.name(), acquire);
            } else if (command instanceof LeaseCommand.Release release) {
                return decide(connection, release.name(), release);
            } else if (command instanceof LeaseCommand.Renew renew) {
                List<Stamp> held = new ArrayList<>();
                for (LeaseCommand.Grant grant : renew.grants()) {
                    LeaseCommand single = new LeaseCommand.Renew(renew.owner(), List.of(grant));
                    held.addAll(((LeaseResult.Renewed) decide(connection, grant.name(), single)).stamps());
                }
                return new LeaseResult.Renewed(held);
            } else if (command instanceof LeaseCommand.Expire expire) {
                List<String> names = new ArrayList<>();
                for (Stamp stamp : expire.stamps()) {
                    LeaseResult one = decide(connection, stamp.name(), new LeaseCommand.Expire(List.of(stamp)));
                    names.addAll(((LeaseResult.Expired) one).names());
                }
                return new LeaseResult.Expired(names);
            }
            throw new IllegalArgumentException("no such command: " + command);
        }
    }

    private LeaseResult decide(Connection connection, String name, LeaseCommand command) throws SQLException {
        for (int i = 0; i < TRIES; i++) {
            LeaseRow before = find(connection, name);
            LeaseTable state = new LeaseTable();
            state.restore(before == null ? List.of() : List.of(before));
            LeaseResult result = state.apply(command);
            LeaseRow after = state.row(name);
            boolean done = after == null
                    || after.equals(before)
                    || (before == null ? insert(connection, after) : change(connection, before, after));
            if (done) {
                return result;
            }
        }
        throw new SQLException(
                "the row of the lease '" + name + "' was changed by others " + TRIES + " times in a row");
    }

    private @Nullable LeaseRow find(Connection connection, String name) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select " + COLUMNS + " from " + table + " where lease_name = ?")) {
            select.setQueryTimeout(timeoutSeconds);
            select.setString(1, name);
            try (ResultSet found = select.executeQuery()) {
                return found.next() ? row(found) : null;
            }
        }
    }

    private boolean insert(Connection connection, LeaseRow row) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into " + table + " (owner_server, owner_life, owner_machine, owner_process, owner_started,"
                        + " epoch, renewals, duration_millis, lease_name) values (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            insert.setQueryTimeout(timeoutSeconds);
            fill(insert, row);
            insert.setString(9, row.name());
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            if (find(connection, row.name()) != null) {
                return false; // another was first
            }
            throw e;
        }
    }

    private boolean change(Connection connection, LeaseRow before, LeaseRow after) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "update " + table + " set owner_server = ?, owner_life = ?, owner_machine = ?, owner_process = ?,"
                        + " owner_started = ?, epoch = ?, renewals = ?, duration_millis = ?"
                        + " where lease_name = ? and epoch = ? and renewals = ?")) {
            update.setQueryTimeout(timeoutSeconds);
            fill(update, after);
            update.setString(9, before.name());
            update.setLong(10, before.epoch());
            update.setLong(11, before.counter());
            return update.executeUpdate() == 1;
        }
    }

    private static void fill(PreparedStatement statement, LeaseRow row) throws SQLException {
        Owner owner = row.owner();
        if (owner == null) {
            statement.setNull(1, Types.VARCHAR);
            statement.setNull(2, Types.BIGINT);
            statement.setNull(3, Types.VARCHAR);
            statement.setNull(4, Types.BIGINT);
            statement.setNull(5, Types.BIGINT);
        } else {
            statement.setString(1, owner.server());
            statement.setLong(2, owner.life());
            statement.setString(3, owner.machine());
            statement.setLong(4, owner.process());
            statement.setLong(5, owner.started());
        }
        statement.setLong(6, row.epoch());
        statement.setLong(7, row.counter());
        statement.setLong(8, row.durationMillis());
    }

    private static LeaseRow row(ResultSet found) throws SQLException {
        String server = found.getString("owner_server");
        String machine = found.getString("owner_machine"); // null where a database keeps no empty text
        Owner owner = server == null
                ? null
                : new Owner(
                        server,
                        found.getLong("owner_life"),
                        machine == null ? "" : machine,
                        found.getLong("owner_process"),
                        found.getLong("owner_started"));
        return new LeaseRow(
                found.getString("lease_name"),
                found.getLong("epoch"),
                found.getLong("renewals"),
                owner,
                found.getLong("duration_millis"));
    }
}
