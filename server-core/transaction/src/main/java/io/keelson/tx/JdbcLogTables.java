package io.keelson.tx;

import io.keelson.kernel.jdbc.ColumnTypes;
import io.keelson.kernel.jdbc.DatabaseWork;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables of transaction logs in a database, and all that differs between databases. Immutable and thread-safe.
 *
 * <pre>
 * PREFIX_logs         a row for each log: how often it was opened, under which epoch of the lease, and its length in bytes
 * PREFIX_log_records  a row for each write: where in the log it begins, and its bytes
 * </pre>
 */
final class JdbcLogTables {
    private static final int VALID_SECONDS = 5;
    private static final int LONGEST_NAME = 250;

    private final DatabaseWork work;
    private final List<Table> all;

    private record Table(String name, String columns, String definition) {}

    JdbcLogTables(JdbcLogSettings settings, DatabaseWork work) {
        this.work = work;
        this.all = List.of(
                new Table(
                        settings.logs(),
                        "log_name, log_opening, log_lease, log_length",
                        "log_name %1$s not null primary key, log_opening bigint not null, log_lease bigint not null,"
                                + " log_length bigint not null"),
                new Table(
                        settings.records(),
                        "log_name, record_offset, record_bytes",
                        "log_name %1$s not null, record_offset bigint not null, record_bytes %2$s not null,"
                                + " primary key (log_name, record_offset)"));
    }

    /**
     * Makes the tables that are not there.
     *
     * @param connection commits each statement by itself
     * @throws SQLException when one cannot be used or made; says what to do
     */
    void ensure(Connection connection) throws SQLException {
        for (Table each : all) {
            try {
                look(connection, each);
            } catch (SQLException missing) {
                if (!connection.isValid(VALID_SECONDS)) {
                    throw missing;
                }
                make(connection, each, missing);
            }
        }
    }

    private void look(Connection connection, Table table) throws SQLException {
        try (Statement statement = work.statement(connection);
                ResultSet none = statement.executeQuery(
                        "select " + table.columns() + " from " + table.name() + " where 1 = 0")) {
            TransactionLog.LOG.tracef("%s is there: %s", table.name(), none);
        }
    }

    private void make(Connection connection, Table table, SQLException missing) throws SQLException {
        String definition = ColumnTypes.of(connection, LONGEST_NAME).create(table.name(), table.definition());
        try (Statement statement = work.statement(connection)) {
            boolean unused = statement.execute(definition);
        } catch (SQLException refused) {
            try {
                look(connection, table); // another server may have made it meanwhile
            } catch (SQLException still) {
                refused.addSuppressed(missing);
                throw new SQLException(
                        "the table " + table.name() + " cannot be used (" + DatabaseWork.said(missing) + ") nor made ("
                                + DatabaseWork.said(refused)
                                + "); give the user of the data source the right, name another"
                                + " transactions.log-table-prefix, or make the table by: " + definition,
                        refused);
            }
        }
    }
}
