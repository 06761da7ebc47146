package io.keelson.resource;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** XA pools over two databases of a PostgreSQL. */
final class PostgresXaPoolCrashIT extends XaPoolCrashContractIT {
    @TempDir
    static Path data;

    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() throws Exception {
        postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setDataDirectory(data.resolve("data"))
                .setServerConfig("max_prepared_transactions", "20")
                .start();
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create database a");
            statement.execute("create database b");
        }
        for (String each : new String[] {"a", "b"}) {
            try (Connection connection = postgres.getDatabase("postgres", each).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create table sales(name varchar(100) primary key)");
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.close();
    }

    @Override
    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + database;
    }

    @Override
    String user() {
        return "postgres";
    }

    @Override
    Connection connect(String database) throws SQLException {
        return postgres.getDatabase("postgres", database).getConnection();
    }

    @Override
    String preparedBranches() {
        return "select gid from pg_prepared_xacts";
    }
}
