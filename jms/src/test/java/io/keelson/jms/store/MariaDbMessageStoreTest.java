package io.keelson.jms.store;

import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.MariaDbDataSource;

/** The rules in a MariaDB of its own: Debian's package {@code mariadb-server-core}. With {@code -Pmariadb} only. */
@Tag("mariadb")
final class MariaDbMessageStoreTest extends JdbcMessageStoreContractTest {
    @TempDir
    static Path directory;

    private static Process process;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectory(directory.resolve("data"));
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
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            of().getConnection().close();
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

    private static DataSource of() throws SQLException {
        return new MariaDbDataSource(
                "jdbc:mariadb://127.0.0.1:" + port + "/messages?user=root&createDatabaseIfNotExist=true");
    }

    @Override
    DataSource source() throws Exception {
        return of();
    }
}
