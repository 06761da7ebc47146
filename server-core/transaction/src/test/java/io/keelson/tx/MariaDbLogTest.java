package io.keelson.tx;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.mariadb.jdbc.MariaDbDataSource;

/** Transaction logs in a MariaDB of its own. With {@code -Pmariadb} only. */
@Tag("mariadb")
final class MariaDbLogTest extends JdbcLogContractTest {
    @TempDir
    static Path directory;

    private static MariaDb mariaDb;

    @BeforeAll
    static void start() throws Exception {
        mariaDb = MariaDb.start(directory);
    }

    @AfterAll
    static void stop() throws Exception {
        mariaDb.close();
    }

    @Override
    DataSource source() throws Exception {
        return new MariaDbDataSource(CrashDatabases.MARIADB.url(mariaDb.port(), "logs"));
    }
}
