package io.keelson.ecperf.corporate;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Makes the tables where they are not there, empties them, and fills them for an injection rate. The same rate and seed give the
 * same rows. Only the sequences stay, as other servers may have drawn from them.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Loader {
    private static final long FIRST_KEY = 1_000_000;
    private static final int BATCH = 1000;
    private static final String[] TABLES = {
        "c_customer",
        "c_rule",
        "c_part",
        "c_table_lock",
        "o_order",
        "o_orderline",
        "m_bom",
        "m_stock",
        "m_workorder",
        "m_largeorder",
        "s_supplier",
        "s_purchase_order",
        "s_purchase_orderline",
        "s_orphan"
    };

    @Resource
    private DataSource database;

    /** Loads the data. Nobody else may use the application meanwhile. */
    public void load(int injectionRate, long seed) {
        Scale scale = Scale.of(injectionRate);
        Random random = new Random(seed);
        try (Connection connection = database.getConnection()) {
            schema(connection);
            connection.setAutoCommit(false);
            for (String table : TABLES) {
                try (Statement delete = connection.createStatement()) {
                    delete.executeUpdate("delete from " + table);
                }
            }
            rules(connection);
            parts(connection, scale, random);
            customers(connection, scale, random);
            connection.commit();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            throw new EJBException("the data cannot be loaded", e);
        }
    }

    private static void schema(Connection connection) throws SQLException {
        String script;
        try (InputStream file = Loader.class.getResourceAsStream("schema.sql")) {
            script = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new EJBException("schema.sql cannot be read", e);
        }
        for (String statement : script.split(";")) {
            if (!statement.isBlank()) {
                try (Statement create = connection.createStatement()) {
                    create.execute(statement);
                }
            }
        }
    }

    private static void rules(Connection connection) throws SQLException {
        Rows rules = new Rows(connection, "insert into c_rule values (?, ?, ?)");
        rules.add(1, 0, 0).add(2, 500_000, 5).add(3, 2_000_000, 10).done();
        sequences(connection);
        Rows locks = new Rows(connection, "insert into c_table_lock values (?, ?, 0)");
        for (LockedTable table : LockedTable.values()) {
            locks.add(table.ordinal(), table.name());
        }
        locks.done();
    }

    /** Keys go on where they were: each server still has blocks of them, which are used up first. */
    private static void sequences(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet there = select.executeQuery("select name from c_sequence")) {
            if (there.next()) {
                return;
            }
        }
        Rows keys = new Rows(connection, "insert into c_sequence values (?, ?)");
        for (Sequence sequence : Sequence.values()) {
            keys.add(sequence.name(), FIRST_KEY);
        }
        keys.done();
    }

    private static void parts(Connection connection, Scale scale, Random random) throws SQLException {
        Rows suppliers = new Rows(connection, "insert into s_supplier values (?, ?)");
        for (int i = 1; i <= scale.suppliers(); i++) {
            suppliers.add(i, "supplier " + i);
        }
        suppliers.done();
        Rows parts = new Rows(connection, "insert into c_part values (?, ?, ?, ?, ?)");
        Rows stock = new Rows(connection, "insert into m_stock values (?, ?, ?, 0, 0)");
        Rows bill = new Rows(connection, "insert into m_bom values (?, ?, ?, ?)");
        for (int i = 0; i < scale.components(); i++) {
            long id = Scale.FIRST_COMPONENT + i;
            int lot = 100 + random.nextInt(200);
            long there = lot + random.nextInt(2 * lot);
            parts.add(id, "component " + id, 10 + random.nextInt(990), 1 + i % scale.suppliers(), lot);
            stock.add(id, there, there);
        }
        for (int i = 1; i <= scale.assemblies(); i++) {
            parts.add(i, "assembly " + i, 10_000 + random.nextInt(90_000), 0, 1);
            stock.add(i, 0, 0);
            TreeMap<Long, Integer> components = new TreeMap<>();
            while (components.size() < Scale.BILL) {
                components.put(Scale.FIRST_COMPONENT + random.nextInt(scale.components()), 1 + random.nextInt(3));
            }
            int line = 0;
            for (var component : components.entrySet()) {
                bill.add(i * 100L + ++line, i, component.getKey(), component.getValue());
            }
        }
        parts.done();
        stock.done();
        bill.done();
    }

    private static void customers(Connection connection, Scale scale, Random random) throws SQLException {
        Rows customers = new Rows(connection, "insert into c_customer values (?, ?, ?, ?, ?, 0)");
        Rows orders = new Rows(connection, "insert into o_order values (?, ?, 1, ?, 0, ?, 1, 0)");
        Rows lines = new Rows(connection, "insert into o_orderline values (?, ?, ?, ?, ?, 0)");
        for (int i = 1; i <= scale.customers(); i++) {
            long amount = 10_000 + random.nextInt(400_000);
            // One in a hundred has bad credit.
            customers.add(i, "customer " + i, i % 100 == 0 ? amount : 1_000_000_000_000L, 0, amount);
            orders.add(i, i, amount, amount);
            lines.add(i * 100L + 1, i, 1 + random.nextInt(scale.assemblies()), 1, amount);
        }
        customers.done();
        orders.done();
        lines.done();
    }

    /** Rows of one table, sent to the database in batches. Used by one thread. */
    private static final class Rows {
        private final PreparedStatement insert;
        private int waiting;

        Rows(Connection connection, String sql) throws SQLException {
            this.insert = connection.prepareStatement(sql);
        }

        Rows add(Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.addBatch();
            if (++waiting == BATCH) {
                insert.executeBatch();
                waiting = 0;
            }
            return this;
        }

        void done() throws SQLException {
            try (PreparedStatement last = insert) {
                last.executeBatch();
            }
        }
    }
}
