package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a server does about a thread that does not come back, and about a heap that nobody can use any more. */
@Tag("whole")
class StuckThreadsSystemIT {
    private static final String LOOK_OFTEN = "-Dkeelson.servers.AdminServer.stuck-thread-timer-interval=200ms";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    static Path compiled;

    private static WarFile load;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws Exception {
        load = WarFile.ofSources("load", compiled.resolve("classes"));
    }

    private static void deploy(LiveServer server, String name, String weblogic) throws Exception {
        byte[] war = load.copy()
                .text("WEB-INF/weblogic.xml", "<weblogic-web-app>" + weblogic + "</weblogic-web-app>")
                .packed();
        HttpResponse<String> answer = server.manage("PUT", "deployments/" + name, war);
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    }

    private static CompletableFuture<Integer> ask(LiveServer server, String path) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return server.get(path).statusCode();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void itIsNamedWithItsStackAndItsWorkManagerIsSuspendedUntilItComesBack() throws Exception {
        try (LiveServer server = LiveServer.start(directory, LOOK_OFTEN)) {
            deploy(server, "stuck", """
                    <work-manager><name>default</name><work-manager-shutdown-trigger>
                      <max-stuck-thread-time>1</max-stuck-thread-time><stuck-thread-count>1</stuck-thread-count>
                    </work-manager-shutdown-trigger></work-manager>""");
            deploy(server, "free", "");
            CompletableFuture<Integer> stuck = ask(server, "/stuck/hold/?millis=6000");

            await().atMost(PATIENCE).until(() -> server.output().contains("KLS-000345"));
            assertThat(server.output())
                    .contains("KLS-000337", "application/stuck/web/default", "load.Load.hold(Load.java:");
            HttpResponse<String> refused = server.get("/stuck/hold/");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(server.get("/free/hold/").statusCode()).isEqualTo(200);
            assertThat(server.manage("GET", "server/work-managers").body())
                    .containsPattern("\"name\":\"application/stuck/web/default\"[^}]*\"stuck\":1,\"suspended\":true");
            assertThat(server.manage("GET", "server/stuck-threads").body())
                    .contains("\"work-manager\":\"application/stuck/web/default\"", "load.Load.hold(Load.java:")
                    .containsPattern("\"thread\":\"ExecuteThread: '[0-9]+' for queue");
            assertThat(server.cli("work-managers").text())
                    .containsPattern("application/stuck/web/default .* 1  suspended");

            assertThat(stuck.get()).isEqualTo(200);
            await().atMost(PATIENCE).until(() -> server.output().contains("KLS-000346"));
            assertThat(server.get("/stuck/hold/").statusCode()).isEqualTo(200);
            assertThat(server.manage("GET", "server/stuck-threads").body()).isEqualTo("{\"stuck-threads\":[]}");
        }
    }

    /** No thread may die of it, and yet nobody is answered: the cluster and the node manager have to see a server that is gone. */
    @Test
    void aServerWhoseHeapStaysFullEnds() throws Exception {
        try (LiveServer server =
                LiveServer.start(directory, "-Xmx96m", "-Dkeelson.servers.AdminServer.overload.heap-full-time=3s")) {
            deploy(server, "full", "");
            CompletableFuture<Integer> ignored = ask(server, "/full/fill");

            assertThat(server.awaitExit()).as(server.output()).isEqualTo(4);
            await().untilAsserted(() -> assertThat(server.output()).containsPattern("KLS-00020[89]"));
        }
    }

    @Test
    void theServerFailsWhereItIsToldTo() throws Exception {
        try (LiveServer server = LiveServer.start(
                directory,
                LOOK_OFTEN,
                "-Dkeelson.servers.AdminServer.stuck-thread-max-time=1s",
                "-Dkeelson.servers.AdminServer.overload.stuck-thread-count=1")) {
            deploy(server, "stuck", "");
            CompletableFuture<Integer> ignored = ask(server, "/stuck/hold/?millis=60000");

            assertThat(server.awaitExit()).as(server.output()).isEqualTo(4);
            server.awaitSaid("KLS-000337", "KLS-000347");
            assertThat(server.cli("status", "--json").text()).contains("\"state\":\"FAILED\"");
        }
    }
}
