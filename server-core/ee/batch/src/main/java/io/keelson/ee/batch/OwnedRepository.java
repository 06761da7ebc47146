package io.keelson.ee.batch;

import io.keelson.base.time.Ticker;
import jakarta.batch.operations.BatchRuntimeException;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.JobExecution;
import jakarta.batch.runtime.StepExecution;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.jberet.repository.JdbcRepository;
import org.jberet.repository.JobRepository;
import org.jberet.runtime.PartitionExecutionImpl;
import org.jberet.runtime.StepExecutionImpl;
import org.jspecify.annotations.Nullable;

/**
 * The job repository in a database, with a table of ours beside JBeret's: which server runs an execution. After a server was killed it
 * marks its own executions that were running as failed, so that they can be restarted. Thread-safe.
 */
final class OwnedRepository implements InvocationHandler {
    static final String TABLE = "KEELSON_BATCH_OWNER";
    static final String RUNNING = "('STARTING','STARTED','STOPPING')";

    /** Writes of JBeret's to what a lease protects. */
    private static final Set<String> FENCED = Set.of(
            "updateJobExecution",
            "addStepExecution",
            "updateStepExecution",
            "savePersistentData",
            "savePersistentDataIfNotStopping",
            "addPartitionExecution");

    private final JdbcRepository all;
    private final DataSource database;
    private final String application;
    private final String server;
    private final ExecutionLeases leases;

    OwnedRepository(DataSource database, String application, String server, Ticker ticker, Duration lapse) {
        this.all = new JdbcRepository(database);
        this.database = database;
        this.application = application;
        this.server = server;
        this.leases = new ExecutionLeases(database, application, server, ticker, lapse);
        makeTable(TABLE, "JOBEXECUTIONID BIGINT NOT NULL PRIMARY KEY, SERVER VARCHAR(255) NOT NULL");
        makeTable(
                ExecutionLeases.TABLE,
                "JOBEXECUTIONID BIGINT NOT NULL PRIMARY KEY, SERVER VARCHAR(255) NOT NULL, BEAT BIGINT NOT NULL");
    }

    /** Returns the leases of executions. */
    ExecutionLeases leases() {
        return leases;
    }

    /** Opens it, apart from the caller's transaction; makes the tables where they are missing. */
    static OwnedRepository open(
            DataSource database,
            String application,
            String server,
            TransactionManager transactions,
            Ticker ticker,
            Duration lapse) {
        Transaction suspended = null;
        try {
            suspended = transactions.suspend();
            return new OwnedRepository(database, application, server, ticker, lapse);
        } catch (SystemException e) {
            throw new BatchRuntimeException("the job repository of " + application + " cannot be opened", e);
        } finally {
            if (suspended != null) {
                resume(transactions, suspended);
            }
        }
    }

    private static void resume(TransactionManager transactions, Transaction suspended) {
        try {
            transactions.resume(suspended);
        } catch (InvalidTransactionException | SystemException e) {
            throw new BatchRuntimeException("the caller's transaction cannot be resumed", e);
        }
    }

    private void makeTable(String table, String columns) {
        try (Connection connection = database.getConnection()) {
            if (!has(connection, table) && !has(connection, table.toLowerCase(Locale.ROOT))) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("CREATE TABLE " + table + " (" + columns + ")");
                } catch (SQLException e) {
                    if (!has(connection, table) && !has(connection, table.toLowerCase(Locale.ROOT))) {
                        throw e; // another server has not made it meanwhile
                    }
                }
            }
        } catch (SQLException e) {
            throw new BatchRuntimeException(
                    "the table " + table + " of the job repository cannot be made: " + e.getMessage(), e);
        }
    }

    private static boolean has(Connection connection, String table) throws SQLException {
        try (ResultSet found = connection.getMetaData().getTables(null, null, table, null)) {
            return found.next();
        }
    }

    /** Returns what it knows of executions. */
    JobHistory history() {
        return new JobHistory(database, application);
    }

    /** Returns the repository as JBeret uses it. Its own class is final, so a proxy stands before it. */
    JobRepository view() {
        return (JobRepository) Proxy.newProxyInstance(
                OwnedRepository.class.getClassLoader(), new Class<?>[] {JobRepository.class}, this);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Long execution = FENCED.contains(method.getName()) ? execution(arguments) : null;
        if (execution != null) {
            fence(method, execution, arguments);
        }
        Object result;
        try {
            result = method.invoke(repository(method, arguments), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
        if (method.getName().equals("jobExists")) {
            return Boolean.TRUE.equals(result) || jobs().contains(Objects.requireNonNull(arguments)[0]);
        }
        if (method.getName().equals("getJobNames") && result instanceof Set<?> here) {
            Set<Object> names = new TreeSet<>(here);
            names.addAll(jobs());
            return names;
        }
        if (method.getName().equals("createJobExecution") && result instanceof JobExecution made) {
            own(made.getExecutionId());
            leases.take(made.getExecutionId());
        }
        if (method.getName().equals("findOriginalStepExecutionForRestart")
                && result instanceof StepExecutionImpl step) {
            cutOff(step);
        }
        if (method.getName().equals("getPartitionExecutions")
                && arguments != null
                && Boolean.FALSE.equals(arguments[2])
                && arguments[1] instanceof StepExecutionImpl step
                && arguments[3] instanceof ClassLoader loader
                && result instanceof List<?> last) {
            return partitions(last, step, loader);
        }
        return result;
    }

    /** Returns the jobs of the application that have ever run. JBeret names those alone that this server has run since its start. */
    private Set<String> jobs() throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT DISTINCT JOBNAME FROM JOB_INSTANCE WHERE APPLICATIONNAME=?")) {
            query.setString(1, application);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
        }
        return names;
    }

    /**
     * Shows JBeret that a step did not come to its end because its server was killed: {@link #fail} leaves no time of it.
     * JBeret then runs partitions that had not begun, too; after a failure it takes for granted that all had.
     */
    private static void cutOff(StepExecutionImpl step) {
        if (step.getBatchStatus() == BatchStatus.FAILED && step.getEndTime() == null) {
            step.setBatchStatus(BatchStatus.STARTED);
        }
    }

    /** Adds the partitions of a step that were over before its last restart, and were not run in that. */
    private List<PartitionExecutionImpl> partitions(List<?> last, StepExecutionImpl step, ClassLoader loader)
            throws SQLException {
        Map<Integer, PartitionExecutionImpl> found = new TreeMap<>();
        last.stream()
                .map(PartitionExecutionImpl.class::cast)
                .forEach(each -> found.putIfAbsent(each.getPartitionId(), each));
        for (long earlier : earlier(step.getStepExecutionId())) {
            all.getPartitionExecutions(earlier, new StepExecutionImpl(step.getStepName()), false, loader)
                    .forEach(each -> found.putIfAbsent(each.getPartitionId(), each));
        }
        return new ArrayList<>(found.values());
    }

    /** Returns the executions of the same step that its instance had before and that were not completed, the newest first. */
    private List<Long> earlier(long stepExecution) throws SQLException {
        List<Long> earlier = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT B.STEPEXECUTIONID FROM STEP_EXECUTION S"
                        + " JOIN JOB_EXECUTION E ON E.JOBEXECUTIONID=S.JOBEXECUTIONID"
                        + " JOIN JOB_EXECUTION F ON F.JOBINSTANCEID=E.JOBINSTANCEID"
                        + " JOIN STEP_EXECUTION B ON B.JOBEXECUTIONID=F.JOBEXECUTIONID AND B.STEPNAME=S.STEPNAME"
                        + " WHERE S.STEPEXECUTIONID=? AND B.STEPEXECUTIONID<S.STEPEXECUTIONID"
                        + " AND B.BATCHSTATUS<>'COMPLETED' ORDER BY B.STEPEXECUTIONID DESC")) {
            query.setLong(1, stepExecution);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    earlier.add(rows.getLong(1));
                }
            }
        }
        return earlier;
    }

    /** Writes to the row of a running step or partition take no lock that others of the same execution wait for. */
    private void fence(Method method, long execution, @Nullable Object @Nullable [] arguments) {
        Object last = arguments == null || arguments.length == 0 ? null : arguments[arguments.length - 1];
        switch (method.getName()) {
            case "updateStepExecution" -> leases.fence(execution, stepOf(last), null);
            case "savePersistentData", "savePersistentDataIfNotStopping" ->
                leases.fence(
                        execution,
                        stepOf(last),
                        last instanceof PartitionExecutionImpl partition ? partition.getPartitionId() : null);
            default -> leases.fence(execution);
        }
    }

    private static long stepOf(@Nullable Object argument) {
        return ((StepExecution) Objects.requireNonNull(argument)).getStepExecutionId();
    }

    /** JBeret keeps the executions that it has read, and another server may change those that are not run here: these are read anew. */
    private JobRepository repository(Method method, @Nullable Object @Nullable [] arguments) {
        boolean one = method.getName().equals("getJobExecution")
                && arguments != null
                && arguments[0] instanceof Long id
                && !leases.isHere(id);
        return one ? new JdbcRepository(database) : all;
    }

    /** The execution that a write is about: that of its first argument. */
    private @Nullable Long execution(@Nullable Object @Nullable [] arguments) throws SQLException {
        Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
        if (first instanceof JobExecution job) {
            return job.getExecutionId();
        }
        if (!(first instanceof StepExecution step)) {
            return null;
        }
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT JOBEXECUTIONID FROM STEP_EXECUTION WHERE STEPEXECUTIONID=?")) {
            query.setLong(1, step.getStepExecutionId());
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getLong(1) : null;
            }
        }
    }

    private void own(long execution) {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO " + TABLE + " (JOBEXECUTIONID, SERVER) VALUES (?, ?)")) {
            insert.setLong(1, execution);
            insert.setString(2, server);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new BatchRuntimeException(
                    "the owner of the job execution " + execution + " cannot be noted: " + e.getMessage(), e);
        }
    }

    /**
     * Marks the executions of this application that this server has left running. Called before the first job of the module is started.
     *
     * @return those
     */
    List<Long> failInterrupted() {
        List<Long> left = running();
        if (left.isEmpty()) {
            return left;
        }
        try (Connection connection = database.getConnection()) {
            for (long execution : left) {
                fail(connection, execution);
            }
        } catch (SQLException e) {
            throw new BatchRuntimeException(
                    "the executions of " + application + " that were interrupted cannot be marked: " + e.getMessage(),
                    e);
        }
        left.forEach(execution -> BatchLog.LOG.interrupted(execution, application));
        return left;
    }

    /** Marks an execution with its steps and partitions as failed, and ends its lease: whoever had it finds none. */
    static void fail(Connection connection, long execution) throws SQLException {
        for (String update : List.of(
                "UPDATE PARTITION_EXECUTION SET BATCHSTATUS='FAILED', EXITSTATUS='FAILED' WHERE STEPEXECUTIONID IN"
                        + " (SELECT STEPEXECUTIONID FROM STEP_EXECUTION WHERE JOBEXECUTIONID=?) AND BATCHSTATUS IN "
                        + RUNNING,
                "UPDATE STEP_EXECUTION SET BATCHSTATUS='FAILED', EXITSTATUS='FAILED' WHERE JOBEXECUTIONID=? AND BATCHSTATUS IN "
                        + RUNNING,
                "UPDATE JOB_EXECUTION SET BATCHSTATUS='FAILED', EXITSTATUS='FAILED' WHERE JOBEXECUTIONID=? AND BATCHSTATUS IN "
                        + RUNNING,
                "DELETE FROM " + ExecutionLeases.TABLE + " WHERE JOBEXECUTIONID=?")) {
            try (PreparedStatement statement = connection.prepareStatement(update)) {
                statement.setLong(1, execution);
                statement.executeUpdate();
            }
        }
    }

    /** Returns the executions of this application on this server that are not over. */
    List<Long> running() {
        List<Long> all = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT E.JOBEXECUTIONID FROM JOB_EXECUTION E"
                        + " JOIN JOB_INSTANCE I ON E.JOBINSTANCEID=I.JOBINSTANCEID"
                        + " JOIN " + TABLE + " O ON O.JOBEXECUTIONID=E.JOBEXECUTIONID"
                        + " WHERE O.SERVER=? AND I.APPLICATIONNAME=? AND E.BATCHSTATUS IN " + RUNNING
                        + " ORDER BY E.JOBEXECUTIONID")) {
            query.setString(1, server);
            query.setString(2, application);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    all.add(rows.getLong(1));
                }
            }
        } catch (SQLException e) {
            throw new BatchRuntimeException(
                    "the job executions of " + application + " cannot be read: " + e.getMessage(), e);
        }
        return all;
    }
}
