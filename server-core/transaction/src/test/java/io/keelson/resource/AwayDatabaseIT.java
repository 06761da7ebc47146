package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.kernel.management.RuntimeState;
import io.keelson.resource.DataSourceRuntime.State;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import javax.naming.InitialContext;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database in a JVM of its own that is not there when the server starts, comes, is killed, and comes again. */
class AwayDatabaseIT {
    @TempDir
    Path directory;

    private Process database;

    @AfterEach
    void kill() throws Exception {
        if (database != null) {
            database.destroyForcibly().waitFor();
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void startDatabase(int port) throws Exception {
        String h2 = Path.of(org.h2.Driver.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        database = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx64m",
                        "-Dh2.bindAddress=127.0.0.1",
                        "-cp",
                        h2,
                        "org.h2.tools.Server",
                        "-tcp",
                        "-tcpPort",
                        Integer.toString(port),
                        "-ifNotExists",
                        "-baseDir",
                        directory.resolve("h2").toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("h2.out").toFile())
                .start();
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return true;
        });
    }

    private static State state(OneServer server) {
        return server.service(RuntimeState.class).of("data-sources").orElseThrow().stream()
                .map(DataSourceRuntime.class::cast)
                .filter(each -> each.name().equals("orders"))
                .findFirst()
                .orElseThrow()
                .state();
    }

    @Test
    void comesAndGoesAndTheServerStays() throws Exception {
        int port = freePort();
        String yaml = "data-sources:\n  orders:\n    url: jdbc:h2:tcp://127.0.0.1:" + port
                + "/./orders;DB_CLOSE_DELAY=-1\n    user: sa\n    connection-reserve-timeout: 2s\n";
        try (OneServer server = new OneServer(directory.resolve("domain"), yaml)) {
            DataSource orders = InitialContext.doLookup("orders");
            await().until(() -> state(server) == State.UNREACHABLE);
            assertThatThrownBy(orders::getConnection).isInstanceOf(SQLTransientConnectionException.class);

            startDatabase(port);
            await().atMost(Duration.ofSeconds(30)).until(() -> state(server) == State.RUNNING);
            try (Connection connection = orders.getConnection()) {
                connection.createStatement().execute("create table sales(item varchar(20))");
                connection.createStatement().execute("insert into sales values('book')");
                connection.createStatement().execute("checkpoint sync");
            }

            Connection cut = orders.getConnection();
            database.destroyForcibly().waitFor();
            assertThatThrownBy(() -> cut.createStatement().execute("select 1")).isInstanceOf(SQLException.class);
            try {
                cut.close();
            } catch (SQLException dead) {
                // a driver may say so; the pool has it back all the same
            }
            // A connection that was in use a moment ago is given out untested, so the second use may be the first to
            // notice.
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                try (Connection connection = orders.getConnection()) {
                    assertThatThrownBy(() -> connection.createStatement().execute("select 1"))
                            .isInstanceOf(SQLException.class);
                } catch (SQLException expected) {
                    // there is none, or a dead one says so when it is closed
                }
                return state(server) == State.UNREACHABLE;
            });

            startDatabase(port);
            await().atMost(Duration.ofSeconds(30)).until(() -> state(server) == State.RUNNING);
            try (Connection connection = orders.getConnection();
                    var rows = connection.createStatement().executeQuery("select item from sales")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("book");
            }
        }
    }
}
