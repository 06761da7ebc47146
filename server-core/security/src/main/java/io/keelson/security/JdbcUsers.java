package io.keelson.security;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Users in tables of a data source, with the verifiers of the realm's file. Names are parameters of queries, never a part of their
 * text. Where the queries are the defaults the tables are the server's own: it makes them where they are missing, and changes
 * their users. Holds no connection between two questions; thread-safe.
 */
final class JdbcUsers implements RealmProvider {
    private final String name;
    private final JdbcProviderSettings settings;
    private final Connections connections;
    private final @Nullable JdbcUserEditor editor;
    private volatile boolean tablesThere;

    /** Source of connections. */
    interface Connections {
        Connection open() throws SQLException;
    }

    JdbcUsers(RealmProviderFactory.Wanted wanted, Connections connections) {
        this.name = wanted.name();
        this.settings = wanted.settings().jdbc();
        this.connections = connections;
        this.editor = settings.ownTables() ? new JdbcUserEditor(this, wanted.realm()) : null;
        this.tablesThere = !settings.ownTables();
    }

    @Override
    public Optional<Account> find(String user) throws ProviderAwayException {
        try (Connection connection = open()) {
            return find(connection, user);
        } catch (SQLException e) {
            throw away(e);
        }
    }

    private Optional<Account> find(Connection connection, String user) throws SQLException {
        String kept;
        String verifiers;
        try (PreparedStatement query = prepared(connection, settings.userQuery(), user);
                ResultSet rows = query.executeQuery()) {
            if (!rows.next()) {
                return Optional.empty();
            }
            kept = rows.getString(1);
            verifiers = rows.getString(2);
            if (rows.next()) {
                SecurityLog.LOG.badAccount(user, name, "the query finds more than one user");
                return Optional.empty();
            }
        }
        try {
            if (kept == null || verifiers == null) {
                throw new IllegalArgumentException("its name or its verifier is null");
            }
            String prepared = RealmUser.name(kept);
            return Optional.of(RealmUser.read(prepared, groups(connection, kept), verifiers.strip()));
        } catch (IllegalArgumentException e) {
            SecurityLog.LOG.badAccount(user, name, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private Set<String> groups(Connection connection, String user) throws SQLException {
        Set<String> groups = new HashSet<>();
        try (PreparedStatement query = prepared(connection, settings.groupsQuery(), user);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                String group = rows.getString(1);
                if (group != null && !group.isBlank()) {
                    groups.add(group);
                }
            }
        }
        return groups;
    }

    /** A statement with one parameter and a bound on its time. */
    PreparedStatement prepared(Connection connection, String query, String user) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(query);
        try {
            statement.setQueryTimeout((int) Math.max(1, settings.queryTimeout().toSeconds()));
            statement.setString(1, user);
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    /** A connection to a database that has the tables. */
    Connection open() throws SQLException {
        Connection connection = connections.open();
        try {
            if (!tablesThere) {
                JdbcUserEditor.makeTables(connection);
                tablesThere = true;
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public boolean keepsVerifiers() {
        return true;
    }

    /** Both queries, with a name that nobody has: so tables and columns are there. */
    @Override
    public void probe() throws ProviderAwayException {
        try (Connection connection = open();
                PreparedStatement users = prepared(connection, settings.userQuery(), "");
                ResultSet none = users.executeQuery()) {
            none.next();
            groups(connection, "");
        } catch (SQLException e) {
            tablesThere = !settings.ownTables(); // it may be another database since
            throw away(e);
        }
    }

    private ProviderAwayException away(SQLException e) {
        return new ProviderAwayException(
                "the data source '" + settings.dataSource() + "' does not answer: " + e.getMessage(), e);
    }

    @Override
    public Optional<UserEditor> editor() {
        return Optional.ofNullable(editor);
    }
}
