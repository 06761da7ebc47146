package io.keelson.session.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.jboss.logging.Logger;

/** The table of the sessions, and how it is made. Immutable and thread-safe. */
final class SessionTable {
    /** Pattern of a table's name, which gets into statements as it is. */
    static final String NAME = "[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*){0,2}";

    private static final Logger LOG = Logger.getLogger("io.keelson.session");

    private final String name;
    private final int timeoutSeconds;

    /**
     * A table.
     *
     * @param name matches {@link #NAME}
     * @param timeoutSeconds how long a statement may take
     */
    SessionTable(String name, int timeoutSeconds) {
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException("no name of a table: " + name);
        }
        this.name = name;
        this.timeoutSeconds = timeoutSeconds;
    }

    String name() {
        return name;
    }

    /** Makes the table where it is not there; fails where it cannot be used. Returns whether it was not there. */
    boolean ensure(Connection connection) throws SQLException {
        try {
            look(connection);
            return false;
        } catch (SQLException missing) {
            String statement = statement(connection.getMetaData());
            try {
                execute(connection, statement);
            } catch (SQLException refused) {
                lookAgain(connection, statement, missing, refused);
                return true;
            }
            index(connection);
            look(connection);
            return true;
        }
    }

    private void look(Connection connection) throws SQLException {
        execute(
                connection,
                "select kls_key, kls_application, kls_version, kls_expires, kls_record from " + name + " where 1 = 0");
    }

    /** Another server may have made it meanwhile. */
    private void lookAgain(Connection connection, String statement, SQLException missing, SQLException refused)
            throws SQLException {
        try {
            look(connection);
        } catch (SQLException still) {
            missing.addSuppressed(refused);
            throw new SQLException(
                    "the table " + name + " cannot be used ("
                            + String.valueOf(missing.getMessage()).strip()
                            + ") and cannot be made; give the user the right, or make it by: " + statement,
                    missing);
        }
    }

    /** Expired sessions are found without it, too. */
    private void index(Connection connection) {
        String own = name.substring(name.lastIndexOf('.') + 1);
        try {
            execute(connection, "create index " + own + "_x on " + name + " (kls_application, kls_expires)");
        } catch (SQLException e) {
            LOG.debugf(e, "the table %s has no index for what expires", name);
        }
    }

    private void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(timeoutSeconds);
            statement.execute(sql);
        }
    }

    private String statement(DatabaseMetaData database) throws SQLException {
        String product = database.getDatabaseProductName().toLowerCase(Locale.ROOT);
        String bytes = "blob";
        String number = "bigint";
        String text = "varchar";
        if (product.contains("postgres")) {
            bytes = "bytea";
        } else if (product.contains("mysql") || product.contains("mariadb")) {
            bytes = "longblob";
        } else if (product.contains("sql server")) {
            bytes = "varbinary(max)";
        } else if (product.contains("oracle")) {
            number = "number(19)";
            text = "varchar2";
        }
        return "create table " + name + " (kls_key " + text + "(64) not null primary key, kls_application " + text
                + "(250) not null, kls_version " + number + " not null, kls_expires " + number
                + " not null, kls_record " + bytes + " not null)";
    }
}
