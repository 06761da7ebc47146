package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The crash matrix on a MariaDB of its own: Debian's package {@code mariadb-server-core}. With {@code -Pmariadb} only. */
@Tag("mariadb")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MariaDbCrashMatrixIT {
    static final List<String> POINTS = CrashMatrix.POINTS;
    static final List<String> POINTS_OF_LAST = CrashMatrix.POINTS_OF_LAST;

    @TempDir
    static Path directory;

    private CrashMatrix matrix;
    private int run;

    @BeforeAll
    void start() throws Exception {
        Files.createDirectory(directory.resolve("data"));
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process process = new ProcessBuilder(
                        "/usr/sbin/mariadbd",
                        "--no-defaults",
                        "--datadir=" + directory.resolve("data"),
                        "--user=" + System.getProperty("user.name"),
                        "--skip-grant-tables", // it is made without the tables of users
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--socket=" + directory.resolve("socket"),
                        "--pid-file=" + directory.resolve("pid"),
                        "--innodb-buffer-pool-size=16M")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("mariadbd.out").toFile())
                .start();
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            CrashDatabases.MARIADB.connect(port, "mysql").close();
            return true;
        });
        matrix = CrashMatrix.on(CrashDatabases.MARIADB, port, ending(process), directory);
    }

    /** Ends it in order. */
    private static Closeable ending(Process process) {
        return () -> {
            process.destroy();
            try {
                if (!process.waitFor(60, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IOException("MariaDB did not end within 60 s");
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        };
    }

    @AfterAll
    void stop() throws Exception {
        matrix.close();
    }

    @ParameterizedTest
    @FieldSource("POINTS")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void eachTransactionIsEverywhereOrNowhere(String point) throws Exception {
        crash("matrix", point);
    }

    /** The same where the decision is a row that a last resource commits with its own work. */
    @ParameterizedTest
    @FieldSource("POINTS_OF_LAST")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void soItIsWithALastResource(String point) throws Exception {
        crash(CrashingServer.LAST, point);
    }

    private void crash(String name, String point) throws Exception {
        run++;
        assertThat(matrix.run(List.of(), name + run, 1, point, 1, false))
                .as(point)
                .isEqualTo(CrashPoints.HALTED);
        assertThat(matrix.run(List.of(), "after" + name + run, 0, "none", 1, false))
                .as("recovery after %s", point)
                .isZero();
        matrix.check(point);
    }
}
