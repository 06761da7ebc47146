package io.keelson.security;

import java.io.IOException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Changes the users in the server's own tables, each change in one transaction. Thread-safe. */
final class JdbcUserEditor implements UserEditor {
    private final JdbcUsers users;
    private final SecuritySettings realm;
    private final SecureRandom random = new SecureRandom();

    /** One transaction. */
    private interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    JdbcUserEditor(JdbcUsers users, SecuritySettings realm) {
        this.users = users;
        this.realm = realm;
    }

    /** Makes the tables where they are missing. Who may not make tables can have had them made. */
    static void makeTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement
                    .executeQuery("select 1 from keelson_users, keelson_user_groups where 1 = 0")
                    .close();
            return;
        } catch (SQLException notThere) {
            SecurityLog.LOG.debugf("the tables of users are made: %s", notThere.getMessage());
        }
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists keelson_users (name varchar(200) not null primary key,"
                    + " verifier varchar(2000) not null)");
            statement.execute("create table if not exists keelson_user_groups (user_name varchar(200) not null,"
                    + " group_name varchar(200) not null, primary key (user_name, group_name))");
        }
    }

    @Override
    public List<User> users() throws IOException {
        return transaction("read the users", connection -> {
            Map<String, List<String>> byName = new TreeMap<>();
            try (Statement statement = connection.createStatement()) {
                try (ResultSet rows = statement.executeQuery("select name from keelson_users")) {
                    while (rows.next()) {
                        byName.put(rows.getString(1), new ArrayList<>());
                    }
                }
                try (ResultSet rows = statement.executeQuery("select user_name, group_name from keelson_user_groups")) {
                    while (rows.next()) {
                        List<String> groups = byName.get(rows.getString(1));
                        if (groups != null) {
                            groups.add(rows.getString(2));
                        }
                    }
                }
            }
            List<User> users = new ArrayList<>();
            byName.forEach((name, groups) -> users.add(new User(name, List.copyOf(new TreeSet<>(groups)))));
            return users;
        });
    }

    @Override
    public boolean put(String user, char[] password, Collection<String> groups) throws IOException {
        String name = RealmUser.name(user);
        Set<String> checked = RealmUser.groups(groups);
        String verifiers = verifiers(name, password);
        return transaction("set the user '" + name + "'", connection -> {
            boolean there = setVerifiers(connection, name, verifiers);
            if (!there) {
                try (PreparedStatement insert =
                        users.prepared(connection, "insert into keelson_users (name, verifier) values (?, ?)", name)) {
                    insert.setString(2, verifiers);
                    insert.executeUpdate();
                }
            }
            setGroups(connection, name, checked);
            return !there;
        });
    }

    @Override
    public boolean password(String user, char[] password) throws IOException {
        String name = RealmUser.name(user);
        String verifiers = verifiers(name, password);
        return transaction(
                "set the password of '" + name + "'", connection -> setVerifiers(connection, name, verifiers));
    }

    @Override
    public boolean groups(String user, Collection<String> groups) throws IOException {
        String name = RealmUser.name(user);
        Set<String> checked = RealmUser.groups(groups);
        return transaction("set the groups of '" + name + "'", connection -> {
            try (PreparedStatement query =
                            users.prepared(connection, "select 1 from keelson_users where name = ? for update", name);
                    ResultSet rows = query.executeQuery()) {
                if (!rows.next()) {
                    return false;
                }
            }
            setGroups(connection, name, checked);
            return true;
        });
    }

    @Override
    public boolean remove(String user) throws IOException {
        String name = RealmUser.name(user);
        return transaction("remove the user '" + name + "'", connection -> {
            setGroups(connection, name, Set.of());
            try (PreparedStatement delete =
                    users.prepared(connection, "delete from keelson_users where name = ?", name)) {
                return delete.executeUpdate() > 0;
            }
        });
    }

    private String verifiers(String name, char[] password) {
        return RealmUser.made(
                        name,
                        Set.of(),
                        password,
                        realm.iterations(),
                        realm.realmName(),
                        realm.digestAlgorithms(),
                        random)
                .verifiers();
    }

    private boolean setVerifiers(Connection connection, String name, String verifiers) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("update keelson_users set verifier = ? where name = ?")) {
            update.setString(1, verifiers);
            update.setString(2, name);
            return update.executeUpdate() > 0;
        }
    }

    private void setGroups(Connection connection, String name, Set<String> groups) throws SQLException {
        try (PreparedStatement delete =
                users.prepared(connection, "delete from keelson_user_groups where user_name = ?", name)) {
            delete.executeUpdate();
        }
        for (String group : groups) {
            try (PreparedStatement insert = users.prepared(
                    connection, "insert into keelson_user_groups (user_name, group_name) values (?, ?)", name)) {
                insert.setString(2, group);
                insert.executeUpdate();
            }
        }
    }

    private <T> T transaction(String what, Work<T> work) throws IOException {
        try (Connection connection = users.open()) {
            boolean automatic = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                T result = work.run(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(automatic);
            }
        } catch (SQLException e) {
            throw new AwayException("cannot " + what + " in the database: " + e.getMessage(), e);
        }
    }
}
