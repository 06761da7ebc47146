package io.keelson.examples.orders;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import javax.sql.DataSource;

/** Counts of messages sent and received on all servers, in their database. */
@ApplicationScoped
public class Figures {
    private static final int CREATED_MEANWHILE = 42101;
    private static final String DUPLICATE_KEY = "23505";

    @Resource
    private DataSource database;

    /**
     * The figures.
     *
     * @param sent messages that the queue has taken
     * @param received of them, each counted once
     * @param redelivered deliveries that were marked as such
     * @param twice deliveries of a message that had been received already and were not marked
     */
    public record Totals(long sent, long received, long redelivered, long twice) {}

    @PostConstruct
    void create() {
        for (String table : List.of(
                "create table if not exists orders_sent (batch varchar(36) primary key, messages int not null)",
                "create table if not exists orders_received (id varchar(36) primary key)",
                "create table if not exists orders_again (id varchar(36) not null, marked boolean not null)",
                "create table if not exists orders_server (name varchar(100) primary key)")) {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(table);
            } catch (SQLException e) {
                if (e.getErrorCode() != CREATED_MEANWHILE) { // by another server, at the same moment
                    throw new IllegalStateException("the tables of the orders cannot be made", e);
                }
            }
        }
    }

    /** Notes that a server is there. */
    public void server(String name) throws SQLException {
        insert("insert into orders_server (name) values (?)", name);
    }

    /** The servers that have ever been there. */
    public Set<String> servers() throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select name from orders_server")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    /** Notes that the queue has taken so many messages. */
    public void sent(int messages) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("insert into orders_sent (batch, messages) values (?, ?)")) {
            insert.setString(1, UUID.randomUUID().toString());
            insert.setInt(2, messages);
            insert.executeUpdate();
        }
    }

    /**
     * Notes that a message was received. One that comes again is counted once.
     *
     * @param redelivered whether it was marked as delivered before
     */
    public void received(String id, boolean redelivered) throws SQLException {
        boolean first = insert("insert into orders_received (id) values (?)", id);
        if (redelivered || !first) {
            try (Connection connection = database.getConnection();
                    PreparedStatement insert =
                            connection.prepareStatement("insert into orders_again (id, marked) values (?, ?)")) {
                insert.setString(1, id);
                insert.setBoolean(2, redelivered);
                insert.executeUpdate();
            }
        }
    }

    /** Inserts a key; returns false where it is there. */
    private boolean insert(String sql, String key) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, key);
            insert.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (DUPLICATE_KEY.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    /** Forgets all that was counted. */
    public void clear() throws SQLException {
        for (String table : List.of("orders_sent", "orders_received", "orders_again")) {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("delete from " + table);
            }
        }
    }

    /** The figures now. */
    public Totals totals() throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select (select coalesce(sum(messages), 0) from orders_sent),"
                        + " (select count(*) from orders_received),"
                        + " (select count(*) from orders_again where marked),"
                        + " (select count(*) from orders_again where not marked)")) {
            row.next();
            return new Totals(row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
        }
    }
}
