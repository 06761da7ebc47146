package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.tx.CrashMatrix;
import jakarta.transaction.UserTransaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two XA pools of a server over two databases of one kind: transactions that commit and roll back, a process that is halted between
 * prepare and commit, and the next one, which recovers through its pools.
 */
@Timeout(180)
abstract class XaPoolCrashContractIT {
    @TempDir
    Path directory;

    /** Returns the URL of one of the databases, in the JVM's form. */
    abstract String url(String database);

    abstract String user();

    /** Returns a connection that is in no pool. */
    abstract Connection connect(String database) throws SQLException;

    /** Returns the statement that lists prepared branches. */
    abstract String preparedBranches();

    private String yaml(boolean halting) {
        return """
                data-sources:
                  a: {url: "%1$s", user: %3$s, password: postgres, global-transactions-protocol: two-phase-commit%4$s}
                  b: {url: "%2$s", user: %3$s, password: postgres, global-transactions-protocol: two-phase-commit%5$s}
                """.formatted(url("a"), url("b"), user(), driver("a", halting), driver("b", halting));
    }

    private static String driver(String name, boolean halting) {
        return halting ? ", driver-class: io.keelson.resource.HaltingXa, properties: {name: " + name + "}" : "";
    }

    private void empty() throws SQLException {
        for (String each : new String[] {"a", "b"}) {
            try (Connection connection = connect(each);
                    Statement statement = connection.createStatement()) {
                boolean unused = statement.execute("delete from sales");
            }
        }
    }

    private long rows(String database) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from sales")) {
            row.next();
            return row.getLong(1);
        }
    }

    private boolean isPrepared() throws SQLException {
        try (Connection connection = connect("a");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(preparedBranches())) {
            return row.next();
        }
    }

    private void insert(OneServer server, String database, String name) throws Exception {
        DataSource source = (DataSource) server.service(Naming.class).context().lookup(database);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("insert into sales values('" + name + "')"))
                    .isOne();
        }
    }

    @Test
    void transactionsOverTwoPoolsCommitAndRollBackWhole() throws Exception {
        empty();
        try (OneServer server = new OneServer(directory.resolve("domain"), yaml(false))) {
            UserTransaction user = server.service(UserTransaction.class);
            for (int i = 0; i < 20; i++) {
                user.begin();
                insert(server, "a", "t" + i);
                insert(server, "b", "t" + i);
                if (i % 2 == 0) {
                    user.commit();
                } else {
                    user.rollback();
                }
            }
            assertThat(rows("a")).isEqualTo(10);
            assertThat(rows("b")).isEqualTo(10);
            assertThat(isPrepared()).isFalse();
            for (DataSourceRuntime each : server.runtimes()) {
                assertThat(each.active()).as(each.name()).isZero();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "after-prepare-a, 0",
        "after-prepare-b, 0",
        "before-commit-a, 1",
        "after-commit-a, 1",
        "after-commit-b, 1"
    })
    void theNextProcessRecoversThroughItsPools(String point, int committed) throws Exception {
        empty();
        Path domain = Files.createDirectories(directory.resolve("domain"));
        Path yaml = Files.writeString(directory.resolve("sources.yaml"), yaml(true));
        assertThat(halted(domain, yaml, point)).isEqualTo(HaltingXa.HALTED);
        assertThat(isPrepared()).as("in doubt after %s", point).isEqualTo(!point.equals("after-commit-b"));
        try (OneServer server = new OneServer(domain, yaml(false))) {
            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !isPrepared());
            assertThat(rows("a")).as("a after %s", point).isEqualTo(committed);
            assertThat(rows("b")).as("b after %s", point).isEqualTo(committed);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> server.service(RuntimeState.class)
                            .of("in-doubt-transactions")
                            .orElseThrow()
                            .isEmpty());
        }
    }

    private int halted(Path domain, Path yaml, String point) throws Exception {
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx96m",
                        "-D" + HaltingXa.POINT + "=" + point,
                        "-cp",
                        CrashMatrix.classPath(),
                        XaPoolProcess.class.getName(),
                        domain.toString(),
                        yaml.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(90, TimeUnit.SECONDS))
                    .as("the process ends: %s", Files.readString(output))
                    .isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }
}
