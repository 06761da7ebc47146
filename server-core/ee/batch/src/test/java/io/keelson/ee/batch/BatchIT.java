package io.keelson.ee.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.Objects;
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

    private static WarFile night() throws Exception {
        WarFile war = new WarFile()
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

    private static void leave(String execution) throws Exception {
        javax.sql.DataSource database = (javax.sql.DataSource) server.service(io.keelson.kernel.naming.Naming.class)
                .application("probe")
                .module("probe", new ClassLoader() {})
                .initialContext()
                .lookup("java:comp/DefaultDataSource");
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "update JOB_EXECUTION set BATCHSTATUS='STARTED', EXITSTATUS=null where JOBEXECUTIONID="
                            + execution);
            statement.executeUpdate(
                    "update STEP_EXECUTION set BATCHSTATUS='STARTED', EXITSTATUS=null where JOBEXECUTIONID="
                            + execution);
        }
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
