package io.keelson.ee.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.testkit.ManualTicker;
import jakarta.batch.operations.BatchRuntimeException;
import jakarta.batch.runtime.BatchStatus;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jberet.job.model.Job;
import org.jberet.job.model.JobParser;
import org.jberet.repository.JobRepository;
import org.jberet.runtime.JobExecutionImpl;
import org.jberet.runtime.PartitionExecutionImpl;
import org.jberet.runtime.StepExecutionImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases of executions, seen by two servers on one database; time is the test's. */
class ExecutionLeasesTest {
    private static final Duration LAPSE = Duration.ofSeconds(30);
    private static final String JOB = "<job xmlns='https://jakarta.ee/xml/ns/jakartaee' version='2.0' id='copy'>"
            + "<step id='one'><batchlet ref='x'/></step></job>";

    private final ManualTicker ticker = new ManualTicker();
    private final JdbcDataSource database = new JdbcDataSource();
    private @Nullable Connection enlisted;
    private Connection kept;
    private OwnedRepository a;
    private OwnedRepository b;

    @BeforeEach
    void open() throws Exception {
        database.setURL(
                "jdbc:h2:mem:" + getClass().getSimpleName() + System.identityHashCode(this) + ";LOCK_TIMEOUT=200");
        kept = database.getConnection();
        a = new OwnedRepository(enlisting(), "shop", "a", ticker, LAPSE);
        b = new OwnedRepository(database, "shop", "b", ticker, LAPSE);
    }

    @AfterEach
    void close() throws Exception {
        kept.close();
    }

    private static JobExecutionImpl begin(OwnedRepository server) throws Exception {
        Job job = JobParser.parseJob(
                new java.io.ByteArrayInputStream(JOB.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                ExecutionLeasesTest.class.getClassLoader(),
                null);
        JobRepository repository = server.view();
        JobExecutionImpl execution = repository.createJobExecution(
                repository.createJobInstance(job, "shop", ExecutionLeasesTest.class.getClassLoader()),
                new Properties());
        execution.setBatchStatus(BatchStatus.STARTED);
        repository.updateJobExecution(execution, false, false);
        return execution;
    }

    private void advance(Duration time) {
        ticker.advance(time);
    }

    private long leases() throws Exception {
        try (Statement statement = kept.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + ExecutionLeases.TABLE)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void aHolderThatRenewsKeepsItsExecution() throws Exception {
        JobExecutionImpl execution = begin(a);
        for (int i = 0; i < 10; i++) {
            assertThat(a.leases().turn().lost()).isEmpty();
            assertThat(b.leases().turn().lost()).isEmpty();
            advance(Duration.ofSeconds(29));
        }
        assertThat(status(b, execution.getExecutionId())).isEqualTo("STARTED");
    }

    @Test
    void aWriteRenewsTheLeaseToo() throws Exception {
        JobExecutionImpl execution = begin(a);
        b.leases().turn();
        advance(Duration.ofSeconds(29));
        a.view().updateJobExecution(execution, false, false);
        advance(Duration.ofSeconds(2));
        b.leases().turn();
        assertThat(status(b, execution.getExecutionId())).isEqualTo("STARTED");
    }

    @Test
    void oneThatStandsStillLosesItAndWritesNothingMore() throws Exception {
        JobExecutionImpl execution = begin(a);
        long id = execution.getExecutionId();
        b.leases().turn();
        assertThat(b.view().getJobExecution(id).getBatchStatus()).isEqualTo(BatchStatus.STARTED);
        advance(LAPSE.minusSeconds(1));
        b.leases().turn();
        assertThat(status(b, id)).isEqualTo("STARTED");
        advance(Duration.ofSeconds(1));
        assertThat(b.leases().turn().taken()).containsExactly(id);
        assertThat(b.leases().turn().taken()).as("said once").isEmpty();
        assertThat(status(b, id)).isEqualTo("FAILED");
        assertThat(b.view().getJobExecution(id).getBatchStatus())
                .as("as a restart on b sees it")
                .isEqualTo(BatchStatus.FAILED);

        execution.setBatchStatus(BatchStatus.COMPLETED);
        assertThatThrownBy(() -> a.view().updateJobExecution(execution, true, false))
                .isInstanceOf(BatchRuntimeException.class)
                .hasMessageContaining("was taken over by another server");
        assertThat(a.leases().turn().lost()).containsExactly(id);
        assertThat(a.leases().turn().lost()).as("said once").isEmpty();
        assertThatThrownBy(() -> a.view().updateJobExecution(execution, true, false))
                .isInstanceOf(BatchRuntimeException.class);
        assertThat(status(b, id)).isEqualTo("FAILED");
    }

    @Test
    void ofTwoThatSeeItOneTakesItOver() throws Exception {
        OwnedRepository c = new OwnedRepository(database, "shop", "c", ticker, LAPSE);
        long id = begin(a).getExecutionId();
        b.leases().turn();
        c.leases().turn();
        advance(LAPSE);
        b.leases().turn();
        c.leases().turn();
        assertThat(status(c, id)).isEqualTo("FAILED");
        assertThat(leases()).as("nobody holds it").isZero();
    }

    @Test
    void anExecutionThatIsOverGivesItsLeaseBack() throws Exception {
        JobExecutionImpl execution = begin(a);
        assertThat(leases()).isEqualTo(1);
        execution.setBatchStatus(BatchStatus.COMPLETED);
        a.view().updateJobExecution(execution, true, false);
        assertThat(a.leases().turn().lost()).isEmpty();
        assertThat(leases()).isZero();
        assertThatCode(() -> b.leases().turn()).doesNotThrowAnyException();
    }

    @Test
    void stepsAndPartitionsOfOneExecutionDoNotWaitForEachOthersTransactions() throws Exception {
        JobExecutionImpl execution = begin(a);
        StepExecutionImpl one = step(execution, "one");
        StepExecutionImpl two = step(execution, "two");
        PartitionExecutionImpl first = partition(two, 0);
        PartitionExecutionImpl second = partition(two, 1);
        try (Connection chunk = transaction()) {
            within(chunk, () -> a.view().updateStepExecution(one));
            within(chunk, () -> a.view().savePersistentData(execution, first));
            try (Connection other = transaction()) {
                within(other, () -> {
                    a.view().savePersistentData(execution, second);
                    a.view().updateStepExecution(two);
                });
                other.commit();
            }
            assertThat(a.leases().turn().lost())
                    .as("the lease is renewed meanwhile")
                    .isEmpty();
            chunk.commit();
        }
        assertThat(partitions(BatchStatus.STARTED)).isEqualTo(2);
    }

    @Test
    void aTakeoverWaitsForTheTransactionOfAPartitionAndRefusesTheNext() throws Exception {
        JobExecutionImpl execution = begin(a);
        long id = execution.getExecutionId();
        PartitionExecutionImpl partition = partition(step(execution, "one"), 0);
        b.leases().turn();
        try (Connection chunk = transaction()) {
            within(chunk, () -> a.view().savePersistentData(execution, partition));
            advance(LAPSE);
            assertThatThrownBy(() -> b.leases().turn())
                    .as("it waits until the database gives up")
                    .isInstanceOf(BatchRuntimeException.class)
                    .hasMessageContaining("cannot be taken over");
            assertThat(status(b, id)).isEqualTo("STARTED");
            chunk.commit();
        }
        b.leases().turn();
        advance(LAPSE);
        b.leases().turn();
        assertThat(status(b, id)).isEqualTo("FAILED");
        assertThat(partitions(BatchStatus.FAILED)).isEqualTo(1);
        try (Connection chunk = transaction()) {
            assertThatThrownBy(() -> within(chunk, () -> a.view().savePersistentData(execution, partition)))
                    .isInstanceOf(BatchRuntimeException.class)
                    .hasMessageContaining("was taken over by another server");
            chunk.rollback();
        }
        assertThat(partitions(BatchStatus.FAILED)).isEqualTo(1);
    }

    private StepExecutionImpl step(JobExecutionImpl execution, String name) {
        StepExecutionImpl step = a.view().createStepExecution(name);
        step.setBatchStatus(BatchStatus.STARTED);
        a.view().addStepExecution(execution, step);
        return step;
    }

    private PartitionExecutionImpl partition(StepExecutionImpl step, int number) {
        PartitionExecutionImpl partition = new PartitionExecutionImpl(step);
        partition.setPartitionId(number);
        partition.setBatchStatus(BatchStatus.STARTED);
        a.view().addPartitionExecution(step, partition);
        return partition;
    }

    private long partitions(BatchStatus status) throws Exception {
        try (Statement statement = kept.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT COUNT(*) FROM PARTITION_EXECUTION WHERE BATCHSTATUS='" + status + "'")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private Connection transaction() throws Exception {
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    /** Does something in a transaction, as a data source of the server gives its connection to all who ask within one. */
    private void within(Connection transaction, Runnable what) {
        enlisted = transaction;
        try {
            what.run();
        } finally {
            enlisted = null;
        }
    }

    /** A data source that gives the connection of the transaction, if there is one, and does not let it be closed. */
    private DataSource enlisting() {
        return proxy(DataSource.class, (proxy, method, arguments) -> {
            Connection given = enlisted;
            return given == null ? method.invoke(database, arguments) : unclosed(given);
        });
    }

    private static Connection unclosed(Connection connection) {
        return proxy(
                Connection.class,
                (proxy, method, arguments) ->
                        method.getName().equals("close") ? null : method.invoke(connection, arguments));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(ExecutionLeasesTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static String status(OwnedRepository server, long id) {
        return server.history().executions(null, id, 1).get(0).status();
    }
}
