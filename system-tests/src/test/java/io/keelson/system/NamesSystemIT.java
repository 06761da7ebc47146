package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Names and data sources of a real server: an application ({@code applications/orders} of the test's resources) with entries, references
 * and injection, a database in a process of its own that goes and comes back, redeployment.
 */
class NamesSystemIT {
    @TempDir
    Path directory;

    private Process database;

    @AfterEach
    void kill() throws Exception {
        if (database != null) {
            database.destroyForcibly().waitFor();
        }
    }

    private static String body(LiveServer server, String path) throws Exception {
        HttpResponse<String> answer = server.get("/orders" + path);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static boolean has(LiveServer server, String state) throws Exception {
        return server.manage("GET", "server/runtime/data-sources")
                .body()
                .contains("\"name\":\"orders\",\"jndi-names\":[\"jdbc/orders\"],\"application\":null,\"state\":\""
                        + state + "\"");
    }

    private static void awaitState(LiveServer server, String state) {
        await().atMost(Duration.ofSeconds(60)).until(() -> has(server, state));
    }

    @Test
    void anApplicationFindsWhatItAsksForAndADatabaseMayComeAndGo() throws Exception {
        int port = FreePorts.next();
        try (LiveServer server = LiveServer.create(directory)) {
            Files.copy(
                    Path.of("target", "wars", "h2.jar"),
                    Files.createDirectories(server.domain().resolve("lib")).resolve("h2.jar"));
            server.configure(
                    "\ndata-sources:\n  orders:\n    jndi-names: [jdbc/orders]\n    url: jdbc:h2:tcp://127.0.0.1:"
                            + port + "/./orders;DB_CLOSE_DELAY=-1\n    user: sa\n    connection-reserve-timeout: 2s\n");
            server.launch("-Dkeelson.data-sources.orders.password=a-secret-word");
            server.awaitRunning(); // without the database
            awaitState(server, "UNREACHABLE");
            server.awaitSaid("KLS-001129");

            WarFile war = WarFile.ofSources("orders", directory.resolve("classes"));
            server.deploy("orders", war);
            assertThat(server.output()).contains("KLS-101092", "<service-ref> 'service/Cart' leads to nothing");
            assertThat(body(server, "/injected")).isEqualTo("7 true hello");
            assertThat(body(server, "/thread")).isEqualTo("7");
            assertThat(body(server, "/mapped")).isEqualTo("true");
            assertThat(body(server, "/java:app/AppName")).isEqualTo("orders");
            assertThat(body(server, "/java:module/ModuleName")).isEqualTo("orders");
            HttpResponse<String> refused = server.get("/orders/orders");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("cannot reach jdbc:h2:tcp://127.0.0.1:" + port + "/./orders");
            assertThat(server.get("/orders/injection?name=ldap://127.0.0.1:1/x").body())
                    .contains("NoPermissionException")
                    .contains("naming.url-schemes");

            database = DatabaseProcess.start(port, directory);
            awaitState(server, "RUNNING");
            assertThat(body(server, "/orders")).isEqualTo("1");
            assertThat(body(server, "/standard")).isEqualTo("1");

            HttpResponse<String> again = server.manage("POST", "deployments/orders/redeploy");
            assertThat(again.statusCode()).as(again.body()).isEqualTo(200);
            assertThat(body(server, "/orders")).isEqualTo("2");
            assertThat(body(server, "/standard")).isEqualTo("2");
            assertThat(body(server, "/injected")).isEqualTo("7 true hello");

            database.destroyForcibly().waitFor();
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                assertThat(server.get("/orders/orders").statusCode()).isEqualTo(503);
                return has(server, "UNREACHABLE"); // use shows it
            });
            database = DatabaseProcess.start(port, directory);
            awaitState(server, "RUNNING");
            // H2 writes to its file half a second after a commit: what a killed one still has is not ours to say.
            assertThat(Integer.parseInt(body(server, "/orders"))).isPositive();
            server.awaitSaid("KLS-001130");
            assertThat(server.output()).doesNotContain("a-secret-word");

            server.process().destroy();
            assertThat(server.awaitExit()).isEqualTo(143);
            server.awaitSaid("KLS-001128: Data source orders is closed");
        }
    }
}
