package io.keelson.jms.store;

import io.keelson.kernel.jdbc.ColumnTypes;
import io.keelson.kernel.jdbc.DatabaseWork;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;

/**
 * The tables of message stores in a database, and all that differs between databases. Immutable and thread-safe.
 *
 * <pre>
 * PREFIX_stores   a row for each JMS server: its owner, and the number of the last write
 * PREFIX_records  a row for each record
 * PREFIX_places   other JMS servers that may have branches of a server's transactions
 * </pre>
 */
final class StoreTables {
    /** The form of the tables, which each row of a store names. */
    static final int FORM = 1;

    private static final int VALID_SECONDS = 5;
    private static final int LONGEST_NAME = 200;
    private static final String STORE_COLUMNS =
            "store_name, store_id, store_form, store_epoch, store_opening, store_written";

    private final JdbcSettings settings;
    private final DatabaseWork work;
    private final List<Table> all;

    /**
     * A table.
     *
     * @param columns all of it
     * @param bytes the place of the column that has bytes, from 1; 0: none has
     */
    private record Table(String name, String columns, int bytes, String definition) {}

    StoreTables(JdbcSettings settings, DatabaseWork work) {
        this.settings = settings;
        this.work = work;
        this.all = List.of(
                new Table(
                        stores(),
                        STORE_COLUMNS,
                        0,
                        "store_name %1$s not null primary key, store_id bigint not null unique, store_form integer not null,"
                                + " store_epoch bigint not null, store_opening bigint not null, store_written bigint not null"),
                new Table(
                        records(),
                        "store_id, record_number, record_length, record_bytes",
                        4,
                        "store_id bigint not null, record_number bigint not null, record_length integer not null,"
                                + " record_bytes %2$s not null, primary key (store_id, record_number)"),
                new Table(
                        places(),
                        "store_name, place_name",
                        0,
                        "store_name %1$s not null, place_name %1$s not null, primary key (store_name, place_name)"));
    }

    String stores() {
        return settings.prefix() + "_stores";
    }

    String records() {
        return settings.prefix() + "_records";
    }

    String places() {
        return settings.prefix() + "_places";
    }

    /** The end of a query that wants so many rows at most. */
    static String first(int rows) {
        return " limit " + rows;
    }

    /**
     * Makes the tables that are not there.
     *
     * @param connection commits each statement by itself
     * @throws SQLException when one cannot be used or made; says what to do
     */
    void ensure(Connection connection) throws SQLException {
        for (Table each : all) {
            ensure(connection, each);
        }
    }

    private void ensure(Connection connection, Table table) throws SQLException {
        try {
            look(connection, table);
        } catch (SQLException missing) {
            if (!connection.isValid(VALID_SECONDS)) {
                throw missing;
            }
            if (isThere(connection, table)) {
                throw new SQLException(
                        "the table " + table.name() + " is not one of message stores (" + DatabaseWork.said(missing)
                                + "); name another message-table-prefix, or move the table away",
                        missing);
            }
            make(connection, table, missing);
        }
    }

    private void look(Connection connection, Table table) throws SQLException {
        try (Statement statement = work.statement(connection);
                ResultSet none = statement.executeQuery(
                        "select " + table.columns() + " from " + table.name() + " where 1 = 0")) {
            int type = table.bytes() == 0 ? Types.BLOB : none.getMetaData().getColumnType(table.bytes());
            if (!List.of(Types.BLOB, Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY)
                    .contains(type)) {
                throw new SQLException("the column record_bytes is of the type "
                        + none.getMetaData().getColumnTypeName(table.bytes()) + ", which does not keep bytes");
            }
        }
    }

    private boolean isThere(Connection connection, Table table) {
        try (Statement statement = work.statement(connection);
                ResultSet none = statement.executeQuery("select 1 from " + table.name() + " where 1 = 0")) {
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private void make(Connection connection, Table table, SQLException missing) throws SQLException {
        String definition = ColumnTypes.of(connection, LONGEST_NAME).create(table.name(), table.definition());
        try (Statement statement = work.statement(connection)) {
            statement.execute(definition);
        } catch (SQLException refused) {
            try {
                look(connection, table); // another server may have made it meanwhile
            } catch (SQLException still) {
                refused.addSuppressed(missing);
                throw new SQLException(
                        "the table " + table.name() + " is not there and cannot be made (" + DatabaseWork.said(refused)
                                + "); give the user of the data source the right, or make it by: " + definition,
                        refused);
            }
        }
    }
}
