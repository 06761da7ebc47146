package io.keelson.resource;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.LocalResource;
import io.keelson.kernel.spi.transaction.TransactionId;
import jakarta.transaction.RollbackException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a pool while somebody has it: a user by a {@link ConnectionHandle}, or a transaction, or both. It goes back to the pool
 * when
 * neither has it any more. Thread-safe: the lock guards phase, handles and statements; it is not held while the database works.
 */
final class PooledConnection implements LocalResource {
    /** From how many statements on those that are closed are sorted out. */
    private static final int SORTED_FROM = 16;

    private enum Phase {
        /** Its user commits by itself. */
        FREE,
        /** Belongs to a transaction until that ends. */
        ENLISTED,
        /** Belongs to a transaction whose time was over; nobody gets it again. */
        CUT_OFF,
        /** Is back in the pool. */
        RETURNED
    }

    /**
     * Settings of a data source for its connections.
     *
     * @param name of the data source
     * @param pool that it goes back to
     * @param xa whether its driver is one of XA
     * @param role in transactions, where it is none of XA
     * @param decisions where a last resource writes; null for others
     * @param statementSeconds how long a statement runs at most; 0: as long as it takes
     */
    record Home(
            String name,
            OpenPool pool,
            boolean xa,
            Role role,
            @Nullable LastResourceTable decisions,
            int statementSeconds) {}

    private final Home home;
    private final Connection connection;
    private final Runnable returned;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Statement> statements = new ArrayList<>(4);
    private final ConnectionState state = new ConnectionState();
    private Phase phase = Phase.FREE;
    private int handles;
    private int sortedFrom = SORTED_FROM;
    private volatile @Nullable String refused;

    /**
     * A connection that was just reserved.
     *
     * @param returned runs when it is back
     */
    PooledConnection(Home home, Connection connection, Runnable returned) {
        this.home = home;
        this.connection = connection;
        this.returned = returned;
    }

    @Override
    public String name() {
        return home.name();
    }

    @Override
    public Role role() {
        return home.role();
    }

    // ---- its users -------------------------------------------------------------------------------------------------

    ConnectionHandle handle() {
        lock.lock();
        try {
            handles++;
            return new ConnectionHandle(this);
        } finally {
            lock.unlock();
        }
    }

    Connection use() throws SQLException {
        String reason = refused;
        if (reason != null) {
            throw new SQLException("this connection of the data source " + home.name() + " " + reason, "25000");
        }
        return connection;
    }

    boolean isEnlisted() {
        lock.lock();
        try {
            return phase == Phase.ENLISTED || phase == Phase.CUT_OFF;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() throws SQLException {
        return connection.isClosed();
    }

    ConnectionState restoring() {
        return state;
    }

    /** Notes a statement, so that it can be cancelled. */
    <S extends Statement> S tracked(S statement) throws SQLException {
        if (home.statementSeconds() > 0) {
            statement.setQueryTimeout(home.statementSeconds());
        }
        lock.lock();
        try {
            if (statements.size() >= sortedFrom) {
                statements.removeIf(PooledConnection::isClosed);
                sortedFrom = Math.max(SORTED_FROM, 2 * statements.size());
            }
            statements.add(statement);
        } finally {
            lock.unlock();
        }
        return statement;
    }

    private static boolean isClosed(Statement statement) {
        try {
            return statement.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    void handleClosed() throws SQLException {
        boolean last;
        lock.lock();
        try {
            handles--;
            last = phase == Phase.FREE && handles == 0;
            if (last) {
                phase = Phase.RETURNED;
            }
        } finally {
            lock.unlock();
        }
        if (last) {
            giveBack();
        }
    }

    private void giveBack() throws SQLException {
        returned.run();
        if (connection.isClosed()) {
            connection.close();
            return;
        }
        try {
            state.restore(connection);
        } catch (SQLException e) { // it must not reach the next user; this one has done nothing wrong
            ResourceLog.LOG.debugf(e, "the state of a connection of %s cannot be put back", home.name());
            home.pool().pool().evict(connection);
        }
        connection.close();
    }

    /** Cuts it off whatever it does; its place in the pool is free at once. */
    void abort(Executor executor) throws SQLException {
        boolean back;
        lock.lock();
        try {
            handles--;
            refused = "was aborted";
            back = phase == Phase.FREE;
            phase = back ? Phase.RETURNED : Phase.CUT_OFF;
        } finally {
            lock.unlock();
        }
        try {
            connection.unwrap(Connection.class).abort(executor);
        } finally {
            if (back) {
                returned.run();
            }
            home.pool().pool().evict(connection);
        }
    }

    // ---- its transaction -------------------------------------------------------------------------------------------

    /** Returns true if it belongs to its user alone. */
    boolean isFree() {
        lock.lock();
        try {
            return phase == Phase.FREE;
        } finally {
            lock.unlock();
        }
    }

    /** Refuses its use until its transaction is over; its user has it, but may not work beside the transaction. */
    void refuse(String reason) {
        refused = reason;
    }

    boolean isXa() {
        return home.xa();
    }

    XaBranch branch() throws SQLException {
        return new XaBranch(connection.unwrap(XAResource.class), this);
    }

    /** Notes that it belongs to a transaction now. */
    void joined() throws SQLException {
        if (!home.xa() && connection.getAutoCommit()) {
            connection.setAutoCommit(false);
        }
        lock.lock();
        try {
            phase = Phase.ENLISTED;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void commit(Optional<CommitDecision> decision) throws RollbackException, SQLException {
        LastResourceTable table = home.decisions();
        try {
            if (table != null && decision.isPresent()) {
                table.makeOnce(home.pool().connector());
                table.write(connection, decision.get());
            }
        } catch (SQLException e) { // nothing is committed yet
            undo(e);
            throw rolledBack(e);
        }
        try {
            connection.commit();
        } catch (SQLTransactionRollbackException | SQLIntegrityConstraintViolationException e) {
            undo(e);
            throw rolledBack(e);
        } catch (SQLException e) {
            String sqlState = e.getSQLState();
            if (sqlState != null
                    && (sqlState.startsWith("23") || sqlState.startsWith("40") && !sqlState.equals("40003"))) {
                undo(e);
                throw rolledBack(e);
            }
            throw e;
        }
    }

    private static RollbackException rolledBack(SQLException cause) {
        RollbackException e = new RollbackException(cause.getMessage());
        e.initCause(cause);
        return e;
    }

    private void undo(SQLException reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
            home.pool().pool().evict(connection);
        }
    }

    @Override
    public void over(TransactionId decision) {
        LastResourceTable table = home.decisions();
        if (table != null) {
            table.over(decision);
        }
    }

    @Override
    public void rollback() throws SQLException {
        connection.rollback();
    }

    @Override
    public boolean cancel() {
        List<Statement> running;
        lock.lock();
        try {
            phase = Phase.CUT_OFF;
            refused = "was rolled back: the time of its transaction is over";
            running = List.copyOf(statements);
        } finally {
            lock.unlock();
        }
        for (Statement each : running) {
            try {
                if (!each.isClosed()) {
                    each.cancel();
                }
            } catch (SQLException | RuntimeException e) { // a driver may throw anything
                ResourceLog.LOG.debugf(e, "a statement of %s", home.name());
            }
        }
        return true; // drivers let the rollback wait for the statement that ends
    }

    /** The transaction is over. Whoever still has a handle goes on with it, each statement by itself. */
    void ended() {
        boolean cutOff;
        boolean back;
        lock.lock();
        try {
            cutOff = phase == Phase.CUT_OFF;
            back = cutOff || handles == 0;
            phase = back ? Phase.RETURNED : Phase.FREE;
        } finally {
            lock.unlock();
        }
        try {
            if (cutOff) {
                returned.run();
                home.pool().pool().evict(connection);
            } else if (back) {
                giveBack();
            } else if (!home.xa()) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            ResourceLog.LOG.debugf(e, "a connection of %s after its transaction", home.name());
            home.pool().pool().evict(connection);
        }
    }
}
