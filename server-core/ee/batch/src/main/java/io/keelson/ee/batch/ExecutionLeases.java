package io.keelson.ee.batch;

import io.keelson.base.time.Ticker;
import jakarta.batch.operations.BatchRuntimeException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A lease for each execution that runs, in a table of the repository. Its holder counts the lease's beat up; one whose beat stands still
 * for the time of {@code lapse}, as this server's own clock has it, is taken over: the execution is marked as failed and can be restarted
 * anywhere. Clocks of servers are not compared. A holder that comes back finds the lease gone, and its writes are refused. {@link #turn}
 * is confined to one thread; the other methods are safe on any. See docs/design/batch.md.
 */
final class ExecutionLeases {
    static final String TABLE = "KEELSON_BATCH_LEASE";

    private final DataSource database;
    private final String application;
    private final String server;
    private final Ticker ticker;
    private final Duration lapse;

    /** Executions that this module's threads run. */
    private final Set<Long> own = ConcurrentHashMap.newKeySet();

    /** Executions that were taken over by another server; their threads may still run here. */
    private final Set<Long> gone = ConcurrentHashMap.newKeySet();

    /** Of executions of others; the thread of {@link #turn} owns it. */
    private final Map<Long, Observed> observed = new HashMap<>();

    /** A beat and when it was first seen; whether somebody wants the execution stopped. */
    private record Observed(String holder, long beat, long nanos, boolean stopping) {}

    ExecutionLeases(DataSource database, String application, String server, Ticker ticker, Duration lapse) {
        this.database = database;
        this.application = application;
        this.server = server;
        this.ticker = ticker;
        this.lapse = lapse;
    }

    /** Takes the lease of an execution that this server has begun. */
    void take(long execution) {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO " + TABLE + " (JOBEXECUTIONID, SERVER, BEAT) VALUES (?, ?, 0)")) {
            insert.setLong(1, execution);
            insert.setString(2, server);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw failed("the lease of the execution " + execution + " cannot be taken", e);
        }
        own.add(execution);
    }

    /** Returns true if threads of this module run an execution, or may. */
    boolean isHere(long execution) {
        return own.contains(execution) || gone.contains(execution);
    }

    /**
     * Renews the lease of an execution in the caller's transaction, whose writes it fences by that: a takeover waits for the
     * transaction's end.
     *
     * @throws BatchRuntimeException where another server has taken the execution over
     */
    void fence(long execution) {
        if (gone.contains(execution) || own.contains(execution) && !renew(execution)) {
            throw new BatchRuntimeException("the execution " + execution + " of " + application
                    + " was taken over by another server, as this one did not renew its lease for " + lapse.toSeconds()
                    + " s; nothing of it is written here any more");
        }
    }

    /**
     * Locks the row of a running step, or of one of its partitions, in the caller's transaction, whose writes it fences by that. A
     * takeover marks these rows before the execution counts as failed, so it waits for the transaction's end. Partitions, and steps of
     * a split, do not wait for each other, as they would for the one lease. A row that does not run any more is fenced by the lease.
     *
     * @param partition the partition of the step; null: the row of the step itself
     * @throws BatchRuntimeException where another server has taken the execution over
     */
    void fence(long execution, long step, @Nullable Integer partition) {
        if (gone.contains(execution) || own.contains(execution) && !lock(step, partition)) {
            fence(execution);
        }
    }

    private boolean lock(long step, @Nullable Integer partition) {
        String rows = partition == null
                ? "STEP_EXECUTION SET BATCHSTATUS=BATCHSTATUS WHERE STEPEXECUTIONID=?"
                : "PARTITION_EXECUTION SET BATCHSTATUS=BATCHSTATUS WHERE STEPEXECUTIONID=? AND PARTITIONEXECUTIONID=?";
        try (Connection connection = database.getConnection();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE " + rows + " AND BATCHSTATUS IN " + OwnedRepository.RUNNING)) {
            update.setLong(1, step);
            if (partition != null) {
                update.setInt(2, partition);
            }
            return update.executeUpdate() == 1;
        } catch (SQLException e) {
            throw failed("the step execution " + step + " cannot be locked", e);
        }
    }

    private boolean renew(long execution) {
        try (Connection connection = database.getConnection();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE " + TABLE + " SET BEAT=BEAT+1 WHERE JOBEXECUTIONID=? AND SERVER=?")) {
            update.setLong(1, execution);
            update.setString(2, server);
            return update.executeUpdate() == 1;
        } catch (SQLException e) {
            throw failed("the lease of the execution " + execution + " cannot be renewed", e);
        }
    }

    /**
     * Findings of a turn: executions that changed their server, each once, and those that are to stop.
     *
     * @param lost those that run here and were taken over by another server
     * @param taken those that this server has taken over; they are marked as failed
     * @param stopping those that run here and that somebody wants stopped, in each turn until they are over
     */
    record Turn(List<Long> lost, List<Long> taken, List<Long> stopping) {}

    /** Renews the leases of this server's executions, and takes those over whose holder has stopped. */
    Turn turn() {
        List<Long> lost = new ArrayList<>();
        List<Long> taken = new ArrayList<>();
        List<Long> stopping = new ArrayList<>();
        for (long execution : own) {
            if (!renew(execution)) {
                gone.add(execution);
                own.remove(execution);
                lost.add(execution);
            }
        }
        long now = ticker.nanoTime();
        Set<Long> began = Set.copyOf(own);
        Map<Long, Observed> others = running(now);
        for (long execution : began) {
            Observed mine = others.remove(execution);
            if (mine == null) {
                end(execution);
            } else if (mine.stopping()) {
                stopping.add(execution);
            }
        }
        others.keySet().removeAll(own); // those that began meanwhile
        observed.keySet().retainAll(others.keySet());
        others.forEach((execution, seen) -> {
            Observed before = observed.get(execution);
            if (before == null
                    || before.beat() != seen.beat()
                    || !before.holder().equals(seen.holder())) {
                observed.put(execution, seen);
            } else if (now - before.nanos() >= lapse.toNanos() && takeOver(execution, seen)) {
                observed.remove(execution);
                taken.add(execution);
                BatchLog.LOG.takenOver(execution, application, seen.holder(), lapse.toSeconds());
            }
        });
        return new Turn(lost, taken, stopping);
    }

    /** An execution of this server is over. */
    private void end(long execution) {
        own.remove(execution);
        try (Connection connection = database.getConnection();
                PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM " + TABLE + " WHERE JOBEXECUTIONID=? AND SERVER=?")) {
            delete.setLong(1, execution);
            delete.setString(2, server);
            delete.executeUpdate();
        } catch (SQLException e) {
            throw failed("the lease of the execution " + execution + " cannot be given back", e);
        }
    }

    private Map<Long, Observed> running(long now) {
        Map<Long, Observed> running = new HashMap<>();
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT E.JOBEXECUTIONID, L.SERVER, L.BEAT, E.BATCHSTATUS FROM JOB_EXECUTION E"
                                + " JOIN JOB_INSTANCE I ON E.JOBINSTANCEID=I.JOBINSTANCEID JOIN " + TABLE
                                + " L ON L.JOBEXECUTIONID=E.JOBEXECUTIONID WHERE I.APPLICATIONNAME=? AND E.BATCHSTATUS IN "
                                + OwnedRepository.RUNNING)) {
            query.setString(1, application);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    running.put(
                            rows.getLong(1),
                            new Observed(
                                    rows.getString(2),
                                    rows.getLong(3),
                                    now,
                                    rows.getString(4).equals("STOPPING")));
                }
            }
        } catch (SQLException e) {
            throw failed("the leases of executions cannot be read", e);
        }
        return running;
    }

    /** Of several servers that see it at the same time, one does it. */
    private boolean takeOver(long execution, Observed seen) {
        try (Connection connection = database.getConnection()) {
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE " + TABLE + " SET SERVER=?, BEAT=BEAT+1 WHERE JOBEXECUTIONID=? AND SERVER=? AND BEAT=?")) {
                update.setString(1, server);
                update.setLong(2, execution);
                update.setString(3, seen.holder());
                update.setLong(4, seen.beat());
                if (update.executeUpdate() != 1) {
                    return false;
                }
            }
            OwnedRepository.fail(connection, execution);
            return true;
        } catch (SQLException e) {
            throw failed("the execution " + execution + " of the server " + seen.holder() + " cannot be taken over", e);
        }
    }

    private BatchRuntimeException failed(String what, SQLException e) {
        return new BatchRuntimeException(what + " (" + application + "): " + e.getMessage(), e);
    }
}
