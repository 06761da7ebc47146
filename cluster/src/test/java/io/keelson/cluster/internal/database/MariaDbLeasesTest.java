package io.keelson.cluster.internal.database;

import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.MariaDbDataSource;

/** A MariaDB of its own: Debian's package {@code mariadb-server-core}. With {@code -Pmariadb} only. */
@Tag("mariadb")
class MariaDbLeasesTest extends RealDatabaseLeasesContractTest {
    private static final int NO_SUCH_THREAD = 1094;

    @TempDir
    static Path directory;

    private static Process process;
    private static int port;

    @BeforeAll
    static void make() throws Exception {
        Files.createDirectory(directory.resolve("data"));
        start();
    }

    @AfterAll
    static void stop() throws Exception {
        process.destroy(); // it ends in order
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException("MariaDB did not end within 60 s");
        }
    }

    private static void start() throws Exception {
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

    private static DataSource of() throws SQLException {
        return new MariaDbDataSource(
                "jdbc:mariadb://127.0.0.1:" + port + "/leases?user=root&createDatabaseIfNotExist=true");
    }

    @Override
    DataSource source() throws Exception {
        return of();
    }

    @Override
    int killWhatWaits() throws Exception {
        int killed = 0;
        try (Connection connection = of().getConnection();
                Statement statement = connection.createStatement();
                Statement kill = connection.createStatement();
                ResultSet waiting = statement.executeQuery(
                        "select trx_mysql_thread_id from information_schema.innodb_trx where trx_state = 'LOCK WAIT'")) {
            while (waiting.next()) {
                try {
                    kill.execute("kill " + waiting.getLong(1));
                    killed++;
                } catch (SQLException e) {
                    if (e.getErrorCode() != NO_SUCH_THREAD) { // it is listed after its end, too
                        throw e;
                    }
                }
            }
        }
        return killed;
    }

    @Override
    Path data() {
        return directory.resolve("data");
    }

    @Override
    void stopDatabase() throws Exception {
        stop();
    }

    @Override
    void startDatabase() throws Exception {
        start();
    }
}
