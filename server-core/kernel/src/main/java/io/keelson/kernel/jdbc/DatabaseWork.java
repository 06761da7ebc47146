package io.keelson.kernel.jdbc;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jboss.logging.BasicLogger;

/**
 * Work of the server's own in a database: a connection for each piece, a transaction where it wants one, and a limit in time for all that
 * waits. Thread-safe; blocks.
 */
public final class DatabaseWork {
    private final String name;
    private final Connections connections;
    private final int timeoutSeconds;
    private final BasicLogger log;

    /** Gives connections, which the caller closes. */
    @FunctionalInterface
    public interface Connections {
        /**
         * Returns a connection.
         *
         * @throws SQLException when there is none now
         */
        Connection open() throws SQLException;
    }

    /**
     * One piece of work.
     *
     * @param <T> what comes of it
     */
    @FunctionalInterface
    public interface Step<T> {
        /** Works with a connection, which it neither commits nor closes. */
        T with(Connection connection) throws SQLException, IOException;
    }

    /** The answer to a commit was lost: it may be done. */
    public static final class UnknownOutcomeException extends SQLException {
        private static final long serialVersionUID = 1L;

        private UnknownOutcomeException(Exception cause) {
            super("the answer to a commit was lost: " + said(cause), cause);
        }
    }

    /**
     * Works with connections of a database.
     *
     * @param name whose work it is, for the log
     * @param timeoutSeconds how long a statement may take
     */
    public DatabaseWork(String name, Connections connections, int timeoutSeconds, BasicLogger log) {
        this.name = name;
        this.connections = connections;
        this.timeoutSeconds = timeoutSeconds;
        this.log = log;
    }

    /**
     * Does a piece of work, in a transaction or with each statement by itself.
     *
     * @throws UnknownOutcomeException when its transaction may be kept
     * @throws SQLException when nothing of its transaction is kept
     */
    public <T> T use(boolean transaction, Step<T> step) throws SQLException, IOException {
        Connection connection = connect();
        boolean committing = false;
        boolean done = false;
        try {
            limit(connection);
            if (connection.getAutoCommit() == transaction) {
                connection.setAutoCommit(!transaction);
            }
            T result = step.with(connection);
            if (transaction) {
                committing = true;
                connection.commit();
            }
            done = true;
            return result;
        } catch (SQLException | RuntimeException e) {
            if (committing) {
                throw new UnknownOutcomeException(e);
            }
            throw e instanceof SQLException sql ? sql : new SQLException(said(e), e);
        } finally {
            end(connection, done);
        }
    }

    private Connection connect() throws SQLException {
        try {
            return connections.open();
        } catch (RuntimeException e) {
            throw new SQLException(said(e), e);
        }
    }

    /** A connection whose other end is gone without a word fails after a while, too. */
    private void limit(Connection connection) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, (timeoutSeconds + 1) * 1000);
        } catch (SQLException e) {
            if (connection.isClosed()) {
                throw e;
            }
            log.debugf(e, "the driver of %s has no limit of its own", name);
        }
    }

    /** Ends a connection; work that is done stays done, whatever that end says. */
    private void end(Connection connection, boolean done) {
        try {
            if (!connection.getAutoCommit()) {
                if (!done) {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            }
        } catch (SQLException | RuntimeException e) {
            log.debugf(e, "the end of a transaction of %s", name);
        }
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            log.debugf(e, "the end of a connection of %s", name);
        }
    }

    /** Returns a statement that is limited in time. */
    public Statement statement(Connection connection) throws SQLException {
        Statement statement = connection.createStatement();
        statement.setQueryTimeout(timeoutSeconds);
        return statement;
    }

    /** Returns a prepared statement that is limited in time. */
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(timeoutSeconds);
        return statement;
    }

    /** Returns what a failure says of itself, in one text. */
    public static String said(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message.strip();
    }
}
