package io.keelson.ejb.timer;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The rules in a PostgreSQL of its own, from Maven Central. */
@Tag("soak")
final class PostgresTimerStoreTest extends JdbcTimerStoreContractTest {
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
    void empty() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists keelson_timers");
            statement.execute("drop table if exists keelson_timer_tables");
        }
    }

    @Override
    Connection connect() throws SQLException {
        return postgres.getPostgresDatabase().getConnection();
    }
}
