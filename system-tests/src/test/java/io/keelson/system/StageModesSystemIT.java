package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Archives that servers of a cluster do not get from the admin server: {@code nostage} and {@code external-stage}, first by the command
 * line, then by REST, which is quicker.
 */
@Timeout(240)
@Tag("whole")
class StageModesSystemIT {
    private static final String[] SERVERS = {"server-1", "server-2"};

    @TempDir
    Path directory;

    private static byte[] war(String content) throws IOException {
        return new WarFile()
                .text("WEB-INF/web.xml", "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'/>")
                .text("index.html", content)
                .packed();
    }

    @Test
    void aClusterReadsTheArchiveWhereItLies() throws Exception {
        try (LiveDomain domain = LiveDomain.create(directory, 2)) {
            domain.launch("AdminServer", "server-1", "server-2");
            domain.awaitRunning("AdminServer", "server-1", "server-2");
            sharedFile(domain);
            externallyStaged(domain);
        }
    }

    private void sharedFile(LiveDomain domain) throws Exception {
        Path shared = Files.write(directory.resolve("shop.war"), war("one"));
        succeeds(domain, "deploy", shared.toString(), "--target", "cluster-1", "--stage-mode", "nostage");
        everywhere(domain, "shop", "one");
        for (String server : SERVERS) {
            assertThat(domain.directory().resolve("servers/" + server + "/stage/fetched"))
                    .as("nobody fetched it")
                    .satisfiesAnyOf(
                            place -> assertThat(place).doesNotExist(),
                            place -> assertThat(place).isEmptyDirectory());
        }

        // Replaced in its place it is another archive from the next redeployment on; a server that is started again has
        // what was deployed.
        Files.write(shared, war("two"));
        again(domain, "server-1");
        everywhere(domain, "shop", "one");
        succeeds(redeploy(domain, "shop", shared));
        everywhere(domain, "shop", "two");

        // A server that cannot see the file refuses for all.
        Path elsewhere = Files.move(shared, directory.resolve("elsewhere.war"));
        refuses(domain, "redeploy", "shop").contains(shared.toString());
        everywhere(domain, "shop", "two");
        Files.move(elsewhere, shared);
        assertThat(undeploy(domain, "shop")).isEqualTo(204);
        assertThat(shared).as("never deleted by a server").exists();
    }

    private void externallyStaged(LiveDomain domain) throws Exception {
        Path file = Files.write(directory.resolve("ext.war"), war("one"));
        Path first = put(domain, "server-1", file);
        refuses(deploy(domain, file))
                .contains("server-2: ", "servers/server-2/stage/external/ext/ext.war", "is not there")
                .doesNotContain("server-1: ");
        Path second = domain.directory().resolve("servers/server-2/stage/external/ext/ext.war");
        Files.createDirectories(second.getParent());
        Files.write(second, war("another"));
        refuses(deploy(domain, file)).contains("server-2: ", "is another one than what is deployed");
        nowhere(domain);
        put(domain, "server-2", file);
        succeeds(domain, "deploy", file.toString(), "--target", "cluster-1", "--stage-mode", "external-stage");
        everywhere(domain, "ext", "one");

        // The next version is there on one of them only.
        Files.write(file, war("two"));
        put(domain, "server-1", file);
        refuses(redeploy(domain, "ext", file)).contains("server-2: ", "is another one");
        everywhere(domain, "ext", "one");
        put(domain, "server-2", file);
        succeeds(redeploy(domain, "ext", file));
        everywhere(domain, "ext", "two");

        // Who was away waits until somebody has put it there, and serves it then without being told.
        end(domain, "server-2");
        Files.write(file, war("three"));
        put(domain, "server-1", file);
        succeeds(redeploy(domain, "ext", file));
        domain.forget("server-2");
        domain.launch("server-2");
        domain.awaitRunning("server-2");
        assertThat(domain.ask("server-1", "GET", "/ext/index.html")).isEqualTo("three");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(domain.cli("deployments", "list").text())
                                .containsPattern("server-2 +WAITING: .*is another one"));
        put(domain, "server-2", file);
        everywhere(domain, "ext", "three");
        assertThat(undeploy(domain, "ext")).isEqualTo(204);
        nowhere(domain);
        assertThat(first).exists();
        assertThat(second).exists();
    }

    private static Path put(LiveDomain domain, String server, Path file) throws IOException {
        Path place = domain.directory().resolve("servers/" + server + "/stage/external/ext/ext.war");
        Files.createDirectories(place.getParent());
        return Files.write(place, Files.readAllBytes(file));
    }

    private static HttpResponse<String> redeploy(LiveDomain domain, String application, Path file) throws Exception {
        boolean shared = application.equals("shop");
        return domain.send(
                "AdminServer",
                "PUT",
                "domain/deployments/" + application
                        + (shared ? "?stage-mode=nostage" : "?stage-mode=external-stage&file=ext.war"),
                shared ? "application/json" : "application/octet-stream",
                shared ? ("{\"path\":\"" + file + "\"}").getBytes(StandardCharsets.UTF_8) : Files.readAllBytes(file));
    }

    private static HttpResponse<String> deploy(LiveDomain domain, Path file) throws Exception {
        return domain.send(
                "AdminServer",
                "POST",
                "domain/deployments?name=ext&targets=cluster-1&stage-mode=external-stage&file=ext.war",
                "application/octet-stream",
                Files.readAllBytes(file));
    }

    private static int undeploy(LiveDomain domain, String application) throws Exception {
        return domain.send(
                        "AdminServer", "DELETE", "domain/deployments/" + application, "application/json", new byte[0])
                .statusCode();
    }

    private static void succeeds(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static AbstractStringAssert<?> refuses(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        return assertThat(answer.body());
    }

    private static void succeeds(LiveDomain domain, String... words) {
        LiveServer.Said said = domain.cli(words);
        assertThat(said.exit()).as(said.text()).isZero();
    }

    private static AbstractStringAssert<?> refuses(LiveDomain domain, String... words) {
        LiveServer.Said said = domain.cli(words);
        assertThat(said.exit()).as(said.text()).isEqualTo(1);
        return assertThat(said.text());
    }

    private static void everywhere(LiveDomain domain, String application, String content) {
        for (String server : SERVERS) {
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(domain.ask(server, "GET", "/" + application + "/index.html"))
                            .as(server)
                            .isEqualTo(content));
        }
    }

    private static void nowhere(LiveDomain domain) throws Exception {
        for (String server : SERVERS) {
            assertThat(domain.manage(server, "deployments").body()).as(server).doesNotContain("\"ext\"");
        }
    }

    private static void end(LiveDomain domain, String server) throws Exception {
        domain.signal(server, "KILL");
        assertThat(domain.process(server).waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private static void again(LiveDomain domain, String server) throws Exception {
        end(domain, server);
        domain.forget(server);
        domain.launch(server);
        domain.awaitRunning(server);
    }
}
