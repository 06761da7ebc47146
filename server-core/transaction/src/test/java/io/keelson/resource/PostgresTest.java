package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.kernel.management.RuntimeState;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.naming.InitialContext;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL of its own, from Maven Central: statement time-outs, isolation, connections that the database ends. */
@Tag("soak")
class PostgresTest {
    @TempDir
    Path directory;

    private static DataSourceRuntime runtime(OneServer server) {
        return server.service(RuntimeState.class).of("data-sources").orElseThrow().stream()
                .map(DataSourceRuntime.class::cast)
                .filter(each -> each.name().equals("orders"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void worksWithPostgres() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setDataDirectory(directory.resolve("data"))
                .start()) {
            String yaml = "data-sources:\n  orders:\n    url: jdbc:postgresql://127.0.0.1:" + postgres.getPort()
                    + "/postgres\n    user: postgres\n    password: postgres\n    statement-timeout: 1s\n"
                    + "    transaction-isolation: serializable\n    max-capacity: 3\n    init-sql: set timezone to 'UTC'\n";
            try (OneServer server = new OneServer(directory.resolve("domain"), yaml)) {
                DataSource orders = InitialContext.doLookup("orders");
                try (Connection connection = orders.getConnection();
                        Statement statement = connection.createStatement()) {
                    assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
                    statement.execute("create table sales(item varchar(20))");
                    assertThatThrownBy(() -> statement.execute("select pg_sleep(30)"))
                            .isInstanceOf(SQLException.class)
                            .hasMessageContaining("canceling statement");
                    try (var rows = statement.executeQuery("show timezone")) {
                        rows.next();
                        assertThat(rows.getString(1)).isEqualTo("UTC");
                    }
                }
                // the database ends all other connections; the next use gets a new one
                try (Connection administration = postgres.getPostgresDatabase().getConnection();
                        Statement statement = administration.createStatement()) {
                    statement.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                            + " where pid <> pg_backend_pid() and backend_type = 'client backend'");
                }
                await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
                    try (Connection connection = orders.getConnection();
                            Statement statement = connection.createStatement()) {
                        return statement.execute("select * from sales");
                    }
                });
                assertThat(runtime(server).created()).isGreaterThan(1);
            }
        }
    }
}
