package io.keelson.cluster.internal.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL of its own, from Maven Central. */
@Tag("soak")
class PostgresLeasesTest extends RealDatabaseLeasesContractTest {
    @TempDir
    static Path directory;

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws Exception {
        postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setDataDirectory(directory.resolve("data"))
                .setCleanDataDirectory(false)
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

    @Override
    int killWhatWaits() throws Exception {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet killed =
                        statement.executeQuery("select count(pg_terminate_backend(pid)) from pg_stat_activity"
                                + " where wait_event_type = 'Lock'")) {
            killed.next();
            return killed.getInt(1);
        }
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
