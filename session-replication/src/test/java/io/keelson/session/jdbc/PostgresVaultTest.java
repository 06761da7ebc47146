package io.keelson.session.jdbc;

import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.store.VaultSessionStore;
import io.keelson.session.store.VaultStoreContractTest;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The same contract over rows in a PostgreSQL of its own, from Maven Central. */
@Tag("soak")
class PostgresVaultTest extends VaultStoreContractTest {
    @TempDir
    static Path directory;

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setDataDirectory(directory.resolve("data"))
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (postgres != null) {
            postgres.close();
        }
    }

    @AfterEach
    void drop() throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists wl_servlet_sessions");
        }
    }

    @Override
    protected SessionStore make(int mostInMemory) {
        JdbcVault vault = new JdbcVault(
                "shop", () -> postgres.getPostgresDatabase().getConnection(), "wl_servlet_sessions", false, why -> {
                    throw new AssertionError(why);
                });
        return new VaultSessionStore(StoreType.JDBC, vault, mostInMemory);
    }
}
