package io.keelson.ejb.timer;

import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.MariaDbDataSource;

/** The rules in a MariaDB of its own: Debian's package {@code mariadb-server-core}. With {@code -Pmariadb} only. */
@Tag("mariadb")
final class MariaDbTimerStoreTest extends JdbcTimerStoreContractTest {
    @TempDir
    static Path directory;

    private static Process process;
    private static MariaDbDataSource source;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectory(directory.resolve("data"));
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        process = new ProcessBuilder(
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
        source = new MariaDbDataSource(
                "jdbc:mariadb://127.0.0.1:" + port + "/timers?user=root&createDatabaseIfNotExist=true");
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            source.getConnection().close();
            return true;
        });
    }

    @AfterAll
    static void stop() throws Exception {
        process.destroy(); // it ends in order
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException("MariaDB did not end within 60 s");
        }
    }

    @Override
    void empty() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists keelson_timers");
            statement.execute("drop table if exists keelson_timer_tables");
        }
    }

    @Override
    Connection connect() throws SQLException {
        return source.getConnection();
    }
}
