package io.keelson.session.jdbc;

import io.keelson.session.marshal.MalformedSessionException;
import io.keelson.session.marshal.SessionRecord;
import io.keelson.session.store.SessionVault;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records of one application as rows, shared by all servers that have the application and the table. A row is changed from the version
 * that its writer knew, or not at all; each statement is a transaction. The key is SHA-256 over application and id: no collation of a
 * database makes two of them alike. Thread-safe; blocks.
 */
final class JdbcVault implements SessionVault {
    private static final int MOST_REPORTED = 1_000;
    private static final int TIMEOUT_SECONDS = 10;

    private final String application;
    private final Connections source;
    private final boolean shared;
    private final SessionTable table;
    private final Consumer<String> torn;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();
    private volatile boolean ready;

    /**
     * Rows of an application.
     *
     * @param shared whether other servers may have the application
     * @param torn is told of rows that are not whole
     */
    JdbcVault(String application, Connections source, String table, boolean shared, Consumer<String> torn) {
        this.application = application;
        this.source = source;
        this.shared = shared;
        this.table = new SessionTable(table, TIMEOUT_SECONDS);
        this.torn = torn;
    }

    /** The database need not be there yet; the table is made when it is. */
    @Override
    public void open() {}

    @Override
    public boolean shared() {
        return shared;
    }

    @Override
    public int longestId() {
        return 1_000;
    }

    private String key(String id) {
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            hash.update(application.getBytes(StandardCharsets.UTF_8));
            hash.update((byte) 0);
            return HexFormat.of().formatHex(hash.digest(id.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Something that is done with a connection. */
    private interface Use<T> {
        T with(Connection connection) throws SQLException, IOException;
    }

    private <T> T use(Use<T> use) throws IOException {
        try (Connection connection = source.open()) {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            if (ready) {
                return again(connection, use);
            }
            boolean unused = table.ensure(connection);
            ready = true;
            return use.with(connection);
        } catch (SQLException e) {
            String why = e.getMessage();
            throw new IOException(why == null ? e.toString() : why.strip(), e);
        }
    }

    /** The data source may lead to another database since the table was looked at: one that has no table yet. */
    private <T> T again(Connection connection, Use<T> use) throws SQLException, IOException {
        try {
            return use.with(connection);
        } catch (SQLException e) {
            try {
                if (!table.ensure(connection)) {
                    throw e;
                }
            } catch (SQLException also) {
                if (also != e) {
                    e.addSuppressed(also);
                }
                throw e;
            }
            return use.with(connection);
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(TIMEOUT_SECONDS);
        return statement;
    }

    @Override
    public @Nullable Stored read(String id) throws IOException {
        String key = key(id);
        return use(connection -> {
                    try (PreparedStatement select = prepare(
                            connection, "select kls_version, kls_record from " + table.name() + " where kls_key = ?")) {
                        select.setString(1, key);
                        try (ResultSet row = select.executeQuery()) {
                            return row.next()
                                    ? stored(key, id, row.getLong(1), row.getBytes(2))
                                    : Optional.<Stored>empty();
                        }
                    }
                })
                .orElse(null);
    }

    private Optional<Stored> stored(String key, String id, long version, byte[] bytes) {
        try {
            SessionRecord record = SessionRecord.of(bytes);
            return record.id().equals(id) ? Optional.of(new Stored(version, record)) : Optional.empty();
        } catch (MalformedSessionException e) {
            report(key, e);
            return Optional.empty();
        }
    }

    private void report(String key, MalformedSessionException why) {
        if (reported.size() < MOST_REPORTED && reported.add(key)) {
            torn.accept("the row " + key + " of the table " + table.name() + " " + why.getMessage());
        }
    }

    @Override
    public long version(String id) throws IOException {
        String key = key(id);
        return use(connection -> version(connection, key));
    }

    private long version(Connection connection, String key) throws SQLException {
        try (PreparedStatement select =
                prepare(connection, "select kls_version from " + table.name() + " where kls_key = ?")) {
            select.setString(1, key);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    @Override
    public boolean write(long expected, SessionRecord record) throws IOException {
        String key = key(record.id());
        byte[] bytes = record.toBytes();
        long expires = SessionRecord.expires(record.accessed(), record.timeoutSeconds());
        return use(connection -> expected == 0
                ? insert(connection, key, expires, bytes)
                : update(connection, key, expected, expires, bytes));
    }

    private boolean insert(Connection connection, String key, long expires, byte[] bytes) throws SQLException {
        try (PreparedStatement insert = prepare(
                connection,
                "insert into " + table.name()
                        + " (kls_key, kls_application, kls_version, kls_expires, kls_record) values (?, ?, 1, ?, ?)")) {
            insert.setString(1, key);
            insert.setString(2, application);
            insert.setLong(3, expires);
            insert.setBytes(4, bytes);
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            if (version(connection, key) != 0) {
                return false; // another was first
            }
            throw e;
        }
    }

    private boolean update(Connection connection, String key, long expected, long expires, byte[] bytes)
            throws SQLException {
        try (PreparedStatement update = prepare(
                connection,
                "update " + table.name() + " set kls_version = ?, kls_expires = ?, kls_record = ?"
                        + " where kls_key = ? and kls_version = ?")) {
            update.setLong(1, expected + 1);
            update.setLong(2, expires);
            update.setBytes(3, bytes);
            update.setString(4, key);
            update.setLong(5, expected);
            return update.executeUpdate() == 1;
        }
    }

    @Override
    public void delete(String id) throws IOException {
        String key = key(id);
        int gone = use(connection -> delete(connection, key));
        if (gone > 0) {
            reported.remove(key);
        }
    }

    private int delete(Connection connection, String key) throws SQLException {
        try (PreparedStatement delete = prepare(connection, "delete from " + table.name() + " where kls_key = ?")) {
            delete.setString(1, key);
            return delete.executeUpdate();
        }
    }

    @Override
    public List<String> expired(long millis, int most) throws IOException {
        return use(connection -> {
            List<String> ids = new ArrayList<>();
            List<String> broken = new ArrayList<>();
            try (PreparedStatement select = prepare(
                    connection,
                    "select kls_key, kls_record from " + table.name()
                            + " where kls_application = ? and kls_expires <= ? order by kls_expires")) {
                select.setMaxRows(most);
                select.setString(1, application);
                select.setLong(2, millis);
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        try {
                            ids.add(SessionRecord.of(row.getBytes(2)).id());
                        } catch (MalformedSessionException e) {
                            report(row.getString(1), e);
                            broken.add(row.getString(1));
                        }
                    }
                }
            }
            // Nobody can read them, and their time is over.
            for (String key : broken) {
                delete(connection, key);
            }
            return ids;
        });
    }

    @Override
    public boolean counts() {
        return true;
    }

    @Override
    public long count() throws IOException {
        return use(connection -> {
            try (PreparedStatement select =
                    prepare(connection, "select count(*) from " + table.name() + " where kls_application = ?")) {
                select.setString(1, application);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    return row.getLong(1);
                }
            }
        });
    }

    @Override
    public void probe() throws IOException {
        version("");
    }

    @Override
    public void close() {}
}
