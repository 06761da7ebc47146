package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients take all descriptors that the process has for them. It serves those that it has, does not turn in vain, can be
 * administered and can deploy; when descriptors run out altogether it still serves, and it recovers from both.
 */
class DescriptorsSystemIT {
    private static final int LIMIT = 700;
    private static final Pattern ADMIN = Pattern.compile("KLS-002613: Channel admin is now listening on \\S+:(\\d+) ");

    @TempDir
    static Path compiled;

    private static WarFile faulty;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws Exception {
        faulty = WarFile.ofSources("faulty", compiled.resolve("classes"));
    }

    @Test
    void servesAndIsAdministeredWithoutADescriptorForClients() throws Exception {
        servesAndIsAdministeredWithoutADescriptorForClients(true);
    }

    @Test
    @Tag("soak")
    void servesAndIsAdministeredWithoutADescriptorForClientsOnTheJavaMuxer() throws Exception {
        servesAndIsAdministeredWithoutADescriptorForClients(false);
    }

    private void servesAndIsAdministeredWithoutADescriptorForClients(boolean nativeIo) throws Exception {
        try (LiveServer server = LiveServer.create(directory)) {
            server.configure("    channels:\n      admin: {listen-port: 0, admin: true}\n");
            server.launchUnder(
                    List.of("prlimit", "--nofile=" + LIMIT + ":" + LIMIT),
                    Map.of(),
                    "-Dkeelson.servers.AdminServer.native-io-enabled=" + nativeIo,
                    "-Dkeelson.servers.AdminServer.limits.header-timeout=10m",
                    "-Dkeelson.servers.AdminServer.limits.idle-timeout=10m");
            server.awaitRunning();
            Path war = directory.resolve("faulty.war");
            java.nio.file.Files.write(war, faulty.packed());
            deploy(server, war, "faulty");
            assertThat(server.get("/faulty/act/").body()).isEqualTo("here");

            try (Client clients =
                    Client.start(ManyConnections.class, server.address(), "/faulty/act/", Integer.toString(LIMIT))) {
                clients.line();
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> server.output().contains("KLS-002617"));

                // The client of the test has a connection from before.
                assertThat(server.get("/faulty/act/").body()).isEqualTo("here");
                assertThat(administers(server)).contains("ExecuteThread");
                deploy(server, war, "second");
                Duration before = Usage.cpu(server.process());
                assertThat(server.process().waitFor(3, TimeUnit.SECONDS)).isFalse();
                assertThat(Usage.cpu(server.process()).minus(before)).isLessThan(Duration.ofMillis(600));

                withoutAnyDescriptor(server, war);

                assertThat(clients.ask("half")).startsWith("left ");
                assertThat(clients.ask("ask")).isEqualTo("answered " + LIMIT / 2);
                assertThat(server.get("/second/act/").body()).isEqualTo("here");
            }
            await().untilAsserted(() -> assertThat(fresh(server)).isEqualTo("here"));
            assertThat(count(server, "KLS-002617")).isLessThanOrEqualTo(6);
        }
    }

    /** Now even the descriptors that were kept are gone, as where an application leaks files. */
    private void withoutAnyDescriptor(LiveServer server, Path war) throws Exception {
        int open = Usage.descriptors(server.process());
        Usage.limit(server.process(), "--nofile=" + open + ":");
        try {
            assertThat(server.get("/faulty/act/").body()).isEqualTo("here");
            LiveServer.Said refused = server.cli("status", "--json");
            assertThat(refused.text()).contains("\"state\":\"RUNNING\"");
            Duration before = Usage.cpu(server.process());
            assertThat(server.process().waitFor(3, TimeUnit.SECONDS)).isFalse();
            assertThat(Usage.cpu(server.process()).minus(before)).isLessThan(Duration.ofMillis(600));
            assertThat(server.get("/faulty/act/").body()).isEqualTo("here");
        } finally {
            Usage.limit(server.process(), "--nofile=" + LIMIT + ":");
        }
        assertThat(administers(server)).contains("ExecuteThread");
        assertThat(server.cli("redeploy", "second").exit()).isZero();
    }

    /** A connection of its own, unlike those of the test's client. */
    private static String fresh(LiveServer server) throws Exception {
        return java.net.http.HttpClient.newHttpClient()
                .send(
                        java.net.http.HttpRequest.newBuilder(
                                        java.net.URI.create("http://" + server.address() + "/faulty/act/"))
                                .timeout(Duration.ofSeconds(5))
                                .build(),
                        java.net.http.HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static String administers(LiveServer server) {
        Matcher admin = ADMIN.matcher(server.output());
        assertThat(admin.find()).as(server.output()).isTrue();
        LiveServer.Said said = server.cli("thread-dump");
        assertThat(said.exit()).as(said.text()).isZero();
        return said.text();
    }

    private static void deploy(LiveServer server, Path war, String name) {
        LiveServer.Said said = server.cli("deploy", war.toString(), "--name", name, "--context-root", "/" + name);
        assertThat(said.exit()).as(said.text() + server.output()).isZero();
    }

    private static long count(LiveServer server, String id) {
        return server.output().lines().filter(line -> line.contains(id)).count();
    }
}
