package io.keelson.ee.batch;

import io.keelson.component.batch.BatchExecution;
import io.keelson.component.batch.BatchStep;
import jakarta.batch.operations.BatchRuntimeException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads what the repository knows of the executions of one application's module. Thread-safe. */
record JobHistory(DataSource database, String application) {
    private static final Set<String> RUNNING = Set.of("STARTING", "STARTED");
    private static final Set<String> RESTARTABLE = Set.of("FAILED", "STOPPED");

    /**
     * Returns executions, the newest first.
     *
     * @param job the name of a job; null: all
     * @param id the number of one; null: all
     * @param most at most so many
     */
    List<BatchExecution> executions(@Nullable String job, @Nullable Long id, int most) {
        String query =
                "SELECT E.JOBEXECUTIONID, I.JOBNAME, E.JOBINSTANCEID, E.BATCHSTATUS, E.EXITSTATUS, O.SERVER, E.STARTTIME,"
                        + " E.ENDTIME, (SELECT MAX(L.JOBEXECUTIONID) FROM JOB_EXECUTION L WHERE L.JOBINSTANCEID=E.JOBINSTANCEID)"
                        + " FROM JOB_EXECUTION E JOIN JOB_INSTANCE I ON E.JOBINSTANCEID=I.JOBINSTANCEID LEFT JOIN "
                        + OwnedRepository.TABLE
                        + " O ON O.JOBEXECUTIONID=E.JOBEXECUTIONID WHERE I.APPLICATIONNAME=?"
                        + (job == null ? "" : " AND I.JOBNAME=?") + (id == null ? "" : " AND E.JOBEXECUTIONID=?")
                        + " ORDER BY E.JOBEXECUTIONID DESC";
        List<BatchExecution> all = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            int next = 1;
            statement.setString(next++, application);
            if (job != null) {
                statement.setString(next++, job);
            }
            if (id != null) {
                statement.setLong(next, id);
            }
            statement.setMaxRows(most);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    all.add(execution(rows));
                }
            }
        } catch (SQLException e) {
            throw unreadable(e);
        }
        return all;
    }

    /** Only the newest execution of an instance can be restarted. */
    private BatchExecution execution(ResultSet row) throws SQLException {
        long id = row.getLong(1);
        String status = row.getString(4);
        List<String> actions = RUNNING.contains(status)
                ? List.of("stop")
                : RESTARTABLE.contains(status) && row.getLong(9) == id ? List.of("restart") : List.of();
        return new BatchExecution(
                id,
                application,
                row.getString(2),
                row.getLong(3),
                status,
                row.getString(5),
                row.getString(6),
                time(row.getTimestamp(7)),
                time(row.getTimestamp(8)),
                actions);
    }

    private static @Nullable String time(@Nullable Timestamp time) {
        return time == null ? null : time.toInstant().toString();
    }

    /** Returns how many executions the instance of an execution has. */
    int executionsOfInstance(long id) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT COUNT(*) FROM JOB_EXECUTION WHERE JOBINSTANCEID="
                                + "(SELECT JOBINSTANCEID FROM JOB_EXECUTION WHERE JOBEXECUTIONID=?)")) {
            statement.setLong(1, id);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        } catch (SQLException e) {
            throw unreadable(e);
        }
    }

    /** Returns the steps of an execution in their order. */
    List<BatchStep> steps(long id) {
        List<BatchStep> all = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT STEPNAME, BATCHSTATUS, EXITSTATUS, READCOUNT, WRITECOUNT, READSKIPCOUNT, PROCESSSKIPCOUNT,"
                                + " WRITESKIPCOUNT, COMMITCOUNT, ROLLBACKCOUNT, EXECUTIONEXCEPTION FROM STEP_EXECUTION"
                                + " WHERE JOBEXECUTIONID=? ORDER BY STEPEXECUTIONID")) {
            statement.setLong(1, id);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    all.add(new BatchStep(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getLong(6) + row.getLong(7) + row.getLong(8),
                            row.getLong(9),
                            row.getLong(10),
                            firstLine(row.getString(11))));
                }
            }
        } catch (SQLException e) {
            throw unreadable(e);
        }
        return all;
    }

    private static @Nullable String firstLine(@Nullable String text) {
        return text == null ? null : text.lines().findFirst().orElse("");
    }

    private BatchRuntimeException unreadable(SQLException e) {
        return new BatchRuntimeException(
                "the job executions of " + application + " cannot be read: " + e.getMessage(), e);
    }
}
