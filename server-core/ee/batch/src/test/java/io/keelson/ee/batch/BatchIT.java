package io.keelson.ee.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.subsystem.Services;
import io.keelson.component.batch.BatchExecution;
import io.keelson.component.batch.BatchExecutionDetails;
import io.keelson.component.batch.BatchExecutionList;
import io.keelson.component.batch.BatchFeature;
import io.keelson.component.batch.BatchWork;
import io.keelson.deploy.Deployer;
import io.keelson.ee.batch.night.Choice;
import io.keelson.ee.batch.night.Fragile;
import io.keelson.ee.batch.night.Greeter;
import io.keelson.ee.batch.night.Hello;
import io.keelson.ee.batch.night.Night;
import io.keelson.ee.batch.night.Numbers;
import io.keelson.ee.batch.night.Plan;
import io.keelson.ee.batch.night.Rows;
import io.keelson.ee.batch.night.Sleeper;
import io.keelson.kernel.management.FeatureOperation;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application with jobs on a whole server, with the part cdi beside it and the repository in the server's own database. */
@Timeout(300)
class BatchIT {
    private static final Path JOBS = Path.of("src/test/resources/night/META-INF/batch-jobs");

    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void undeploy() throws Exception {
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
        System.clearProperty("keelson.test.fail");
        System.clearProperty("keelson.test.wait");
    }

    private static TestArchive night() throws Exception {
        TestArchive war = new TestArchive()
                .classes(
                        Night.class,
                        Hello.class,
                        Greeter.class,
                        Numbers.class,
                        Fragile.class,
                        Rows.class,
                        Plan.class,
                        Choice.class,
                        Sleeper.class);
        for (String job : List.of("hello", "copy", "parts", "ways", "sleep")) {
            war.text(
                    "WEB-INF/classes/META-INF/batch-jobs/" + job + ".xml",
                    Files.readString(JOBS.resolve(job + ".xml")));
        }
        return war;
    }

    private static void deploy() throws Exception {
        server.service(Deployer.class).deploy("night", night().write(directory.resolve("night.war")), null);
    }

    private String get(String what, String of) throws Exception {
        return client.send(
                        HttpRequest.newBuilder(server.uri("/night/jobs?what=" + what + "&of=" + of))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    /** Waits until an execution is over and returns its status. */
    private String over(String execution) {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> get("status", execution),
                        status -> !status.startsWith("START") && !status.startsWith("STOPPING"));
    }

    @Test
    void batchletsAreBeansWithPropertiesAndContexts() throws Exception {
        deploy();

        assertThat(over(get("start", "hello"))).isEqualTo("COMPLETED hello night 3 in greet of hello");
    }

    /** Jobs that ran before the application was started again, or on another server. */
    @Test
    void jobsOfTheRepositoryAreKnownWhereTheyHaveNotRun() throws Exception {
        deploy();
        assertThat(over(get("start", "hello"))).startsWith("COMPLETED");
        server.service(Deployer.class).undeploy("night");

        deploy();

        assertThat(get("known", "hello")).isEqualTo("true [] true");
        assertThat(get("known", "nothing")).startsWith("NoSuchJobException");
    }

    @Test
    void chunksCommitTogetherWithTheirCheckpointAndRestartAfterIt() throws Exception {
        deploy();
        int before = rows();
        System.setProperty("keelson.test.fail", "13");

        String failed = get("start", "copy");
        assertThat(over(failed)).startsWith("FAILED");
        assertThat(rows() - before).as("two chunks of five").isEqualTo(10);

        System.clearProperty("keelson.test.fail");
        assertThat(over(get("restart", failed))).startsWith("COMPLETED");
        assertThat(rows() - before).as("none twice, none left out").isEqualTo(20);
    }

    private int rows() throws Exception {
        return Integer.parseInt(get("rows", "").split(" ")[0]);
    }

    @Test
    void partitionsSplitsAndDecisionsRunOnTheWorkManager() throws Exception {
        deploy();
        int before = rows();

        assertThat(over(get("start", "parts"))).startsWith("COMPLETED");
        assertThat(rows() - before).isEqualTo(30);
        String ways = get("start", "ways");
        assertThat(over(ways)).startsWith("COMPLETED hello last");
        assertThat(get("steps", ways)).isEqualTo("[last=COMPLETED, one=COMPLETED, two=COMPLETED]");
    }

    @Test
    void undeploymentStopsJobsThatCanBeRestarted() throws Exception {
        deploy();
        System.clearProperty("keelson.test.sleeps");
        System.clearProperty("keelson.test.stopped");
        String sleeping = get("start", "sleep");
        await().until(() -> System.getProperty("keelson.test.sleeps") != null);

        server.service(Deployer.class).undeploy("night");

        assertThat(System.getProperty("keelson.test.stopped")).isEqualTo("true");
        deploy();
        assertThat(get("status", sleeping)).startsWith("STOPPED");
    }

    /** The repository as a killed server leaves it: the execution is running there, and no thread is. */
    @Test
    void executionsThatAKilledServerLeftAreFailedAndCanBeRestarted() throws Exception {
        deploy();
        int before = rows();
        System.setProperty("keelson.test.fail", "8");
        String killed = get("start", "copy");
        assertThat(over(killed)).startsWith("FAILED");
        server.service(Deployer.class).undeploy("night");
        System.clearProperty("keelson.test.fail");
        leave(killed);

        deploy();

        assertThat(get("status", killed)).startsWith("FAILED");
        assertThat(over(get("restart", killed))).startsWith("COMPLETED");
        assertThat(rows() - before).isEqualTo(20);
    }

    /** Of three partitions one is over, one is in its second chunk and one has not begun when the server is killed, and killed again. */
    @Test
    void partitionsThatHadNotBegunWhenTheServerWasKilledRunAfterIt() throws Exception {
        deploy();
        int before = rows();
        System.setProperty("keelson.test.fail", "16");
        String killed = get("start", "parts");
        assertThat(over(killed)).startsWith("FAILED");
        for (int kills = 0; kills < 2; kills++) {
            server.service(Deployer.class).undeploy("night");
            leave(killed);
            update("delete from PARTITION_EXECUTION where PARTITIONEXECUTIONID=2");
            deploy();
            assertThat(get("status", killed)).startsWith("FAILED");
            if (kills == 0) {
                killed = get("restart", killed);
                assertThat(over(killed)).startsWith("FAILED");
            }
        }
        int begun = rows() - before;
        System.clearProperty("keelson.test.fail");

        assertThat(over(get("restart", killed))).startsWith("COMPLETED");

        assertThat(begun)
                .as("ten, four and, as its own record is lost only here, twice ten")
                .isEqualTo(34);
        assertThat(rows() - before).as("each the rest of its own").isEqualTo(begun + 6 + 10);
    }

    /** Another member with the same repository can only write there that the execution is to stop. */
    @Test
    void whatAnotherMemberWasToldToStopStopsWhereItRuns() throws Exception {
        deploy();
        System.clearProperty("keelson.test.sleeps");
        System.clearProperty("keelson.test.stopped");
        String sleeping = get("start", "sleep");
        await().until(() -> System.getProperty("keelson.test.sleeps") != null);

        update("update JOB_EXECUTION set BATCHSTATUS='STOPPING' where JOBEXECUTIONID=" + sleeping);

        assertThat(over(sleeping)).startsWith("STOPPED");
        assertThat(System.getProperty("keelson.test.stopped")).isEqualTo("true");
    }

    private static void leave(String execution) throws Exception {
        update("update JOB_EXECUTION set BATCHSTATUS='STARTED', EXITSTATUS=null where JOBEXECUTIONID=" + execution);
        update("update STEP_EXECUTION set BATCHSTATUS='STARTED', EXITSTATUS=null, ENDTIME=null where JOBEXECUTIONID="
                + execution);
    }

    private static void update(String sql) throws Exception {
        javax.sql.DataSource database = (javax.sql.DataSource) server.service(io.keelson.kernel.naming.Naming.class)
                .application("probe")
                .module("probe", new ClassLoader() {})
                .initialContext()
                .lookup("java:comp/DefaultDataSource");
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /** An operation as the command line and the console call it. */
    private static Record manage(String command, Map<String, String> variables, Map<String, String> parameters)
            throws Exception {
        FeatureOperation operation = new BatchFeature()
                .operations().stream()
                        .filter(each -> each.command().equals(command))
                        .findFirst()
                        .orElseThrow();
        assertThat(operation.variables()).containsExactlyInAnyOrderElementsOf(variables.keySet());
        return operation.handler().apply(new OfServer()).handle(new FeatureOperation.Request() {
            @Override
            public String variable(String name) {
                return variables.get(name);
            }

            @Override
            public Optional<String> parameter(String name) {
                return Optional.ofNullable(parameters.get(name));
            }

            @Override
            public String caller() {
                return "test";
            }
        });
    }

    private static final class OfServer implements Services {
        @Override
        public <T> Optional<T> find(Class<T> type) {
            return Optional.of(server.service(type));
        }

        @Override
        public <T> T get(Class<T> type) {
            return server.service(type);
        }

        @Override
        public <T> void publish(Class<T> type, T service) {
            throw new AssertionError("nothing is published");
        }
    }

    private static BatchExecutionDetails shown(long id) throws Exception {
        return (BatchExecutionDetails) manage("show", Map.of("id", Long.toString(id)), Map.of());
    }

    @Test
    void administrationStartsShowsStopsAndRestartsJobs() throws Exception {
        deploy();
        BatchWork hello = (BatchWork) manage(
                "start", Map.of("module", "night", "job", "hello"), Map.of("parameters", "who=operator,year=2026"));
        over(Long.toString(hello.execution()));
        assertThat(shown(hello.execution()).exitStatus()).startsWith("hello operator");

        System.setProperty("keelson.test.fail", "13");
        BatchWork copy = (BatchWork) manage("start", Map.of("module", "night", "job", "copy"), Map.of());
        over(Long.toString(copy.execution()));
        BatchExecutionDetails failed =
                (BatchExecutionDetails) manage("show", Map.of("id", Long.toString(copy.execution())), Map.of());
        assertThat(failed.status()).isEqualTo("FAILED");
        assertThat(failed.server()).isEqualTo(TestServer.NAME);
        assertThat(failed.actions()).containsExactly("restart");
        assertThat(failed.steps()).singleElement().satisfies(step -> {
            assertThat(step.step()).isEqualTo("rows");
            assertThat(step.status()).isEqualTo("FAILED");
            assertThat(step.written()).isEqualTo(10);
            assertThat(step.failure()).isNotBlank();
        });
        System.clearProperty("keelson.test.fail");
        BatchWork again = (BatchWork) manage("restart", Map.of("id", Long.toString(copy.execution())), Map.of());
        assertThat(over(Long.toString(again.execution()))).startsWith("COMPLETED");
        assertThat(shown(copy.execution()).actions()).as("only the newest can").isEmpty();

        BatchWork sleep = (BatchWork) manage("start", Map.of("module", "night", "job", "sleep"), Map.of());
        await().until(() -> shown(sleep.execution()).status().equals("STARTED"));
        assertThat(shown(sleep.execution()).actions()).containsExactly("stop");
        manage("stop", Map.of("id", Long.toString(sleep.execution())), Map.of());
        assertThat(over(Long.toString(sleep.execution()))).startsWith("STOPPED");

        BatchExecutionList newest =
                (BatchExecutionList) manage("list", Map.of(), Map.of("module", "night", "count", "2"));
        assertThat(newest.executions())
                .extracting(BatchExecution::id)
                .containsExactly(sleep.execution(), again.execution());
        BatchExecutionList copies = (BatchExecutionList) manage("list", Map.of(), Map.of("job", "copy", "count", "1"));
        assertThat(copies.executions()).extracting(BatchExecution::id).containsExactly(again.execution());
    }

    @Test
    void administrationRefusesWhatCannotBe() throws Exception {
        deploy();
        refuses(Reason.UNKNOWN, "there are [night]", "start", Map.of("module", "day", "job", "hello"), Map.of());
        refuses(Reason.WRONG, "starting the job 'none'", "start", Map.of("module", "night", "job", "none"), Map.of());
        refuses(
                Reason.WRONG,
                "has no name and value",
                "start",
                Map.of("module", "night", "job", "hello"),
                Map.of("parameters", "who"));
        refuses(Reason.UNKNOWN, "There is no execution 999999999", "show", Map.of("id", "999999999"), Map.of());
        refuses(Reason.WRONG, "not 'x'", "stop", Map.of("id", "x"), Map.of());
        refuses(Reason.WRONG, "from 1 to 1000", "list", Map.of(), Map.of("count", "0"));
        String done = get("start", "hello");
        over(done);
        refuses(Reason.CONFLICT, "stopping the execution " + done, "stop", Map.of("id", done), Map.of());
        refuses(Reason.CONFLICT, "restarting the execution " + done, "restart", Map.of("id", done), Map.of());

        server.service(Deployer.class).undeploy("night");
        refuses(Reason.UNKNOWN, "There is no execution " + done, "show", Map.of("id", done), Map.of());
    }

    private static void refuses(
            Reason reason,
            String message,
            String command,
            Map<String, String> variables,
            Map<String, String> parameters) {
        assertThatThrownBy(() -> manage(command, variables, parameters))
                .isInstanceOfSatisfying(
                        FeatureOperation.RefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason))
                .hasMessageContaining(message);
    }

    @Test
    void redeploymentsLeaveNoLoader() throws Exception {
        List<WeakReference<?>> loaders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            deploy();
            over(get("start", "hello"));
            over(get("start", "parts"));
            get("remember", "");
            loaders.add((WeakReference<?>) System.getProperties().remove("keelson.test.loader"));
        }
        server.service(Deployer.class).undeploy("night");
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            System.gc();
            assertThat(loaders.stream().map(WeakReference::get).filter(Objects::nonNull))
                    .isEmpty();
        });
    }
}
