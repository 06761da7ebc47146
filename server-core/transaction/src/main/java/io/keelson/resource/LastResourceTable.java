package io.keelson.resource;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.TransactionId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code keelson_decisions} of a database whose data source is a last resource. A row is the decision to commit of a
 * transaction whose
 * other branches are prepared; it is written in the local transaction that it decides. Rows that are over go with one of the next commits.
 * Thread-safe.
 */
final class LastResourceTable {
    static final String NAME = "keelson_decisions";

    /** Stands in a row that keeps a decision from being made. */
    private static final String REFUSED = "*";

    private static final int MOST_AT_ONCE = 50;

    private final ConcurrentLinkedQueue<TransactionId> over = new ConcurrentLinkedQueue<>();
    private volatile boolean made;

    /** Makes the table at the first call, by a connection of its own: in many databases that ends a transaction. */
    void makeOnce(Connector connector) throws SQLException {
        if (!made) {
            try (Connection connection = connector.getConnection()) {
                make(connection);
                made = true;
            }
        }
    }

    /** Makes the table where there is none. The connection commits by itself. */
    void make(Connection connection) throws SQLException {
        if (exists(connection)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("create table " + NAME + " (id varchar(128) not null primary key,"
                    + " resources varchar(1000) not null)");
        } catch (SQLException e) {
            if (!exists(connection)) { // another server may have made it meanwhile
                throw e;
            }
        }
    }

    private static boolean exists(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + NAME + " where 1 = 0")) {
            return rows.next();
        } catch (SQLException e) {
            return false;
        }
    }

    /** Writes a decision, and removes some that are over, in the connection's present transaction. */
    void write(Connection connection, CommitDecision decision) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + NAME + " (id, resources) values (?, ?)")) {
            insert.setString(1, decision.id().toString());
            insert.setString(2, String.join("\n", decision.resources()));
            int rows = insert.executeUpdate();
            ResourceLog.LOG.tracef("%d rows for %s", rows, decision);
        }
        List<TransactionId> past = new ArrayList<>();
        TransactionId next = over.poll();
        while (next != null) {
            past.add(next);
            next = past.size() < MOST_AT_ONCE ? over.poll() : null;
        }
        delete(connection, past);
    }

    /** Notes that a decision can go: all branches have followed it. */
    void over(TransactionId decision) {
        over.add(decision);
    }

    /** Removes decisions. A row that is missed is found by recovery, which removes it. */
    void delete(Connection connection, Collection<TransactionId> past) throws SQLException {
        if (past.isEmpty()) {
            return;
        }
        try (PreparedStatement delete = connection.prepareStatement("delete from " + NAME + " where id = ?")) {
            for (TransactionId each : past) {
                delete.setString(1, each.toString());
                delete.addBatch();
            }
            int[] rows = delete.executeBatch();
            ResourceLog.LOG.tracef("%d decisions are over", rows.length);
        }
    }

    /**
     * Takes the place of a decision, so that a local transaction which would write it and is still under way somewhere must fail. Waits
     * for that
     * one where it has written already.
     *
     * @return false where the decision is there
     */
    boolean refuse(Connection connection, TransactionId undecided) throws SQLException {
        if (REFUSED.equals(resources(connection, undecided))) {
            return true;
        }
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + NAME + " (id, resources) values (?, ?)")) {
            insert.setString(1, undecided.toString());
            insert.setString(2, REFUSED);
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            String there = resources(connection, undecided);
            if (there == null) {
                throw e;
            }
            return REFUSED.equals(there);
        }
    }

    private static @Nullable String resources(Connection connection, TransactionId id) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select resources from " + NAME + " where id = ?")) {
            select.setString(1, id.toString());
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }

    /** Returns the decisions that are there; fails where they cannot be read. */
    List<CommitDecision> decided(Connection connection) throws SQLException {
        List<CommitDecision> decided = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select id, resources from " + NAME + " where resources <> '" + REFUSED + "'")) {
            while (rows.next()) {
                decided.add(new CommitDecision(
                        TransactionId.parse(rows.getString(1).trim()),
                        List.of(rows.getString(2).split("\n"))));
            }
        }
        return decided;
    }
}
