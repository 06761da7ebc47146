package io.keelson.jms.store;

import io.keelson.kernel.jdbc.DatabaseWork;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rows of message stores. Each write is a transaction that changes the row of the store first, from what its owner has put there: so
 * nobody else writes, and the row tells whether a write is kept whose answer was lost. Thread-safe; blocks.
 */
final class StoreRows {
    private static final int PAGE = 10_000;
    private static final int BATCH = 1_000;
    private static final int TRIES = 5;

    private final String name;
    private final DatabaseWork work;
    private final StoreTables tables;

    /** The owner of a store: whoever opened it last. */
    record Owner(long store, long epoch, long opening) {}

    /** A store as it was claimed. */
    record Claimed(Owner owner, long written) {}

    /** A write: each record once. */
    record Write(Collection<Long> removed, Map<Long, byte[]> changed, Map<Long, byte[]> added) {}

    StoreRows(String name, JdbcConnections connections, JdbcSettings settings) {
        this.name = name;
        this.work = new DatabaseWork(
                "the message store " + name, connections::open, settings.timeoutSeconds(), StoreLog.LOG);
        this.tables = new StoreTables(settings, work);
    }

    // Batches are without a limit of their own, which MariaDB does not have; the row of the store is locked by then.

    // ---- the owner -------------------------------------------------------------------------------------------------

    /** Returns true if there is a store, whoever owns it. */
    boolean isThere() throws SQLException, IOException {
        return work.use(false, connection -> {
            tables.ensure(connection);
            try (PreparedStatement select =
                    work.prepare(connection, "select store_id from " + tables.stores() + " where store_name = ?")) {
                select.setString(1, name);
                try (ResultSet row = select.executeQuery()) {
                    return row.next();
                }
            }
        });
    }

    /**
     * Takes the store, and makes it where it is not there.
     *
     * @param asked the epoch; 0: one more than the last
     */
    Claimed claim(long asked) throws SQLException, IOException {
        work.use(false, connection -> {
            tables.ensure(connection);
            return true;
        });
        SQLException last = null;
        for (int i = 0; i < TRIES; i++) {
            try {
                return work.use(true, connection -> claim(connection, asked));
            } catch (SQLException e) { // another server may have made its row, or have opened this one
                if (last != null) {
                    e.addSuppressed(last);
                }
                last = e;
            }
        }
        throw last == null ? new SQLException("not tried") : last;
    }

    private Claimed claim(Connection connection, long asked) throws SQLException, IOException {
        try (PreparedStatement select = work.prepare(
                connection,
                "select store_id, store_form, store_epoch, store_opening, store_written from " + tables.stores()
                        + " where store_name = ? for update")) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return add(connection, asked == 0 ? 1 : asked);
                }
                if (row.getInt(2) != StoreTables.FORM) {
                    throw new IOException("the message store " + name + " in the table " + tables.stores()
                            + " has the form " + row.getInt(2) + "; this server knows the form " + StoreTables.FORM);
                }
                long epoch = row.getLong(3);
                if (asked != 0 && asked < epoch) {
                    throw new IOException("the message store " + name + " in the table " + tables.stores()
                            + " belongs to epoch " + epoch + "; epoch " + asked + " comes too late");
                }
                Owner owner = new Owner(row.getLong(1), asked == 0 ? epoch + 1 : asked, row.getLong(4) + 1);
                long written = row.getLong(5);
                take(connection, owner);
                return new Claimed(owner, written);
            }
        }
    }

    private Claimed add(Connection connection, long epoch) throws SQLException {
        long id;
        try (PreparedStatement select =
                        work.prepare(connection, "select coalesce(max(store_id), 0) + 1 from " + tables.stores());
                ResultSet row = select.executeQuery()) {
            row.next();
            id = row.getLong(1);
        }
        try (PreparedStatement insert = work.prepare(
                connection,
                "insert into " + tables.stores() + " (store_name, store_id, store_form, store_epoch, store_opening,"
                        + " store_written) values (?, ?, ?, ?, 1, 0)")) {
            insert.setString(1, name);
            insert.setLong(2, id);
            insert.setInt(3, StoreTables.FORM);
            insert.setLong(4, epoch);
            int unused = insert.executeUpdate();
        }
        return new Claimed(new Owner(id, epoch, 1), 0);
    }

    private void take(Connection connection, Owner owner) throws SQLException {
        try (PreparedStatement update = work.prepare(
                connection,
                "update " + tables.stores() + " set store_epoch = ?, store_opening = ? where store_name = ?")) {
            update.setLong(1, owner.epoch());
            update.setLong(2, owner.opening());
            update.setString(3, name);
            int unused = update.executeUpdate();
        }
    }

    /**
     * Returns the number of the last write of an owner. Waits for one that is under way.
     *
     * @throws StoreOwnerException when somebody else owns the store by now
     */
    long written(Owner owner) throws SQLException, IOException {
        return work.use(true, connection -> {
            try (PreparedStatement select = work.prepare(
                    connection,
                    "select store_epoch, store_opening, store_written from " + tables.stores()
                            + " where store_id = ? for update")) {
                select.setLong(1, owner.store());
                try (ResultSet row = select.executeQuery()) {
                    if (!row.next()) {
                        throw new IOException("its row in the table " + tables.stores() + " was removed");
                    }
                    if (row.getLong(1) != owner.epoch() || row.getLong(2) != owner.opening()) {
                        throw lost(owner, row.getLong(1));
                    }
                    return row.getLong(3);
                }
            }
        });
    }

    private static StoreOwnerException lost(Owner owner, long epoch) {
        return new StoreOwnerException(
                epoch == owner.epoch()
                        ? "it was opened again under epoch " + epoch + "; this owner writes nothing any more"
                        : "it belongs to epoch " + epoch + " by now, which is another owner's; this one has epoch "
                                + owner.epoch() + " and writes nothing any more");
    }

    // ---- records ---------------------------------------------------------------------------------------------------

    /**
     * Writes, whole or not at all.
     *
     * @param number of the write, greater than the last
     * @throws StoreOwnerException when somebody else owns the store by now
     * @throws DatabaseWork.UnknownOutcomeException when it may be kept; {@link #written} says so later
     */
    void write(Owner owner, long number, Write write) throws SQLException, IOException {
        boolean unused = work.use(true, connection -> {
            if (!begin(connection, owner, number)) {
                throw new StoreOwnerException(lostNow(connection, owner));
            }
            remove(connection, owner, write.removed());
            put(
                    connection,
                    "update " + tables.records()
                            + " set record_length = ?, record_bytes = ? where store_id = ? and record_number = ?",
                    owner,
                    write.changed());
            put(
                    connection,
                    "insert into " + tables.records()
                            + " (record_length, record_bytes, store_id, record_number) values (?, ?, ?, ?)",
                    owner,
                    write.added());
            return true;
        });
    }

    private boolean begin(Connection connection, Owner owner, long number) throws SQLException {
        try (PreparedStatement update = work.prepare(
                connection,
                "update " + tables.stores()
                        + " set store_written = ? where store_id = ? and store_epoch = ? and store_opening = ?")) {
            update.setLong(1, number);
            update.setLong(2, owner.store());
            update.setLong(3, owner.epoch());
            update.setLong(4, owner.opening());
            return update.executeUpdate() == 1;
        }
    }

    private String lostNow(Connection connection, Owner owner) throws SQLException {
        try (PreparedStatement select =
                work.prepare(connection, "select store_epoch from " + tables.stores() + " where store_id = ?")) {
            select.setLong(1, owner.store());
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? String.valueOf(lost(owner, row.getLong(1)).getMessage())
                        : "its row in the table " + tables.stores() + " was removed";
            }
        }
    }

    private void remove(Connection connection, Owner owner, Collection<Long> records) throws SQLException {
        if (records.isEmpty()) {
            return;
        }
        try (PreparedStatement delete = connection.prepareStatement(
                "delete from " + tables.records() + " where store_id = ? and record_number = ?")) {
            int waiting = 0;
            for (long each : records) {
                delete.setLong(1, owner.store());
                delete.setLong(2, each);
                delete.addBatch();
                if (++waiting == BATCH) {
                    waiting = 0;
                    int[] unused = delete.executeBatch();
                }
            }
            if (waiting > 0) {
                int[] unused = delete.executeBatch();
            }
        }
    }

    private void put(Connection connection, String sql, Owner owner, Map<Long, byte[]> records) throws SQLException {
        if (records.isEmpty()) {
            return;
        }
        try (PreparedStatement put = connection.prepareStatement(sql)) {
            int waiting = 0;
            for (Map.Entry<Long, byte[]> each : records.entrySet()) {
                put.setInt(1, each.getValue().length);
                put.setBytes(2, each.getValue());
                put.setLong(3, owner.store());
                put.setLong(4, each.getKey());
                put.addBatch();
                if (++waiting == BATCH) {
                    waiting = 0;
                    counted(put.executeBatch());
                }
            }
            if (waiting > 0) {
                counted(put.executeBatch());
            }
        }
    }

    private void counted(int[] counts) throws SQLException {
        for (int each : counts) {
            if (each != 1 && each != Statement.SUCCESS_NO_INFO) {
                throw new SQLException("a row of the table " + tables.records() + " is not there any more or is there"
                        + " twice: somebody else changes it");
            }
        }
    }

    /** Returns the records of a store with their lengths. */
    RecordMap lengths(Owner owner) throws SQLException, IOException {
        RecordMap all = new RecordMap(1);
        SortedMap<Long, Integer> page = new TreeMap<>();
        long last = Long.MIN_VALUE;
        do {
            long from = last;
            page.clear();
            int unused = work.use(false, connection -> page(connection, owner, from, page));
            page.forEach((record, length) -> all.put(record, (int) length));
            last = page.isEmpty() ? last : page.lastKey();
        } while (page.size() == PAGE);
        return all;
    }

    private int page(Connection connection, Owner owner, long from, Map<Long, Integer> all) throws SQLException {
        try (PreparedStatement select = work.prepare(
                connection,
                "select record_number, record_length from " + tables.records()
                        + " where store_id = ? and record_number > ? order by record_number"
                        + StoreTables.first(PAGE))) {
            select.setLong(1, owner.store());
            select.setLong(2, from);
            int found = 0;
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    all.put(row.getLong(1), row.getInt(2));
                    found++;
                }
            }
            return found;
        }
    }

    /** Returns the bytes of the records from one to another, both included. */
    Map<Long, byte[]> read(Owner owner, long from, long to) throws SQLException, IOException {
        return work.use(false, connection -> {
            try (PreparedStatement select = work.prepare(
                    connection,
                    "select record_number, record_bytes from " + tables.records()
                            + " where store_id = ? and record_number between ? and ? order by record_number")) {
                select.setLong(1, owner.store());
                select.setLong(2, from);
                select.setLong(3, to);
                Map<Long, byte[]> all = new TreeMap<>();
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        byte[] bytes = row.getBytes(2);
                        all.put(row.getLong(1), bytes == null ? new byte[0] : bytes);
                    }
                }
                return all;
            }
        });
    }

    // ---- places of branches ----------------------------------------------------------------------------------------

    /** Returns the other JMS servers that may have branches of this one's transactions. */
    Set<String> places() throws SQLException, IOException {
        return work.use(false, connection -> {
            tables.ensure(connection);
            return places(connection);
        });
    }

    private Set<String> places(Connection connection) throws SQLException {
        try (PreparedStatement select =
                work.prepare(connection, "select place_name from " + tables.places() + " where store_name = ?")) {
            select.setString(1, name);
            Set<String> all = new TreeSet<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    all.add(row.getString(1));
                }
            }
            return all;
        }
    }

    /** Adds those places that are not there. */
    void addPlaces(Set<String> names) throws SQLException, IOException {
        boolean unused = work.use(false, connection -> {
            Set<String> missing = new TreeSet<>(names);
            missing.removeAll(places(connection));
            for (String each : missing) {
                addPlace(connection, each);
            }
            return true;
        });
    }

    private void addPlace(Connection connection, String place) throws SQLException {
        try (PreparedStatement insert = work.prepare(
                connection, "insert into " + tables.places() + " (store_name, place_name) values (?, ?)")) {
            insert.setString(1, name);
            insert.setString(2, place);
            int unused = insert.executeUpdate();
        }
    }
}
