package io.keelson.tx;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Transaction logs in a PostgreSQL of its own. */
final class PostgresLogTest extends JdbcLogContractTest {
    @TempDir
    static Path directory;

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws Exception {
        postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setDataDirectory(directory.resolve("data"))
                .start();
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.close();
    }

    @Override
    DataSource source() {
        return postgres.getPostgresDatabase();
    }
}
