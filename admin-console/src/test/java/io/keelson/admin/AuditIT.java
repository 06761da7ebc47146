package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.domain.DomainDirectory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a server that runs writes into its audit log. */
@Timeout(60)
class AuditIT {
    @TempDir
    Path directory;

    private RunningServer server;
    private Path log;

    @BeforeEach
    void start() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        domain.realm().put("alice", "wonderland".toCharArray(), List.of("Administrators"));
        domain.realm().put("bob", "builder".toCharArray(), List.of("Monitors"));
        server = RunningServer.start(domain, Map.of());
        log = domain.server(DomainDirectory.ADMIN_SERVER).resolve("logs/audit.log");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private HttpResponse<String> send(String login, String method, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + server.address() + "/management/v1/" + path))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (login != null) {
            request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)));
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private List<String> lines() throws Exception {
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    @Test
    void changesAndRefusalsAreWrittenAndLooksAreNot() throws Exception {
        send("alice:wonderland", "GET", "server", "");
        send(null, "GET", "login", "");
        assertThat(lines()).isEmpty();

        assertThat(send("alice:wonderland", "PUT", "security/users/carol", "{\"password\":\"very secret\"}")
                        .statusCode())
                .isEqualTo(201);
        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0))
                .contains("\"event\":\"begin\"", "\"user\":\"alice\",\"via\":\"basic\",\"roles\":\"admin\"")
                .contains(
                        "\"from\":\"127.0.0.1:",
                        "\"method\":\"PUT\"",
                        "\"path\":\"/management/v1/security/users/carol\"");
        assertThat(lines().get(1)).contains("\"event\":\"end\"", "\"status\":201");

        send("bob:builder", "DELETE", "security/users/alice", "");
        assertThat(lines().get(2))
                .contains("\"event\":\"refused\"", "\"user\":\"bob\"", "\"status\":403", "needs the role admin");
        send("alice:guessed", "GET", "server", "");
        send("pa55word:x", "GET", "server", "");
        assertThat(lines().get(3)).contains("\"user\":\"alice\"", "\"status\":401");
        assertThat(lines().get(4)).contains("\"user\":\"\"", "\"status\":401");
        send("alice:wonderland", "DELETE", "security/users/nobody", "");
        assertThat(lines().get(6)).contains("\"status\":404", "There is no user 'nobody'");
        assertThat(send(null, "POST", "login", "{\"user\":\"bob\",\"password\":\"builder\"}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(lines().get(7)).contains("\"user\":\"bob\",\"via\":\"session\"", "\"status\":200");
        // Refused before the body: written by another thread than the muxer's.
        send(null, "DELETE", "security/users/alice", "");
        await().untilAsserted(() -> assertThat(lines()).hasSize(9));
        assertThat(Files.readString(log))
                .doesNotContain("very secret", "wonderland", "builder", "guessed", "pa55word")
                .doesNotContain(server.domain().token().authorization().substring(7));

        assertThat(send("bob:builder", "GET", "security/audit", "").statusCode())
                .isEqualTo(403);
        HttpResponse<String> audit = send("alice:wonderland", "GET", "security/audit?limit=4", "");
        assertThat(audit.body())
                .startsWith("{\"audit\":[{\"time\":")
                .contains("needs the role admin", "\"via\":\"session\"");
        for (String limit : List.of("0", "-1", "x", "1001", "99999999999")) {
            assertThat(send("alice:wonderland", "GET", "security/audit?limit=" + limit, "")
                            .statusCode())
                    .isEqualTo(400);
        }
    }

    @Test
    void whatCannotBeWrittenDownIsNotDone() throws Exception {
        Files.createDirectories(log); // no file can be opened there
        HttpResponse<String> refused =
                send("alice:wonderland", "PUT", "security/users/carol", "{\"password\":\"very secret\"}");
        assertThat(refused.statusCode()).isEqualTo(507);
        assertThat(refused.body())
                .contains("Nothing was changed, as the audit log cannot be written", "look at the disk");
        assertThat(server.domain().realm().users()).hasSize(2);
        assertThat(send("alice:wonderland", "GET", "server", "").statusCode())
                .as("looking goes on")
                .isEqualTo(200);
        assertThat(send("alice:wonderland", "POST", "server/shutdown", "").statusCode())
                .as("a server can be stopped all the same")
                .isEqualTo(202);
        server.server().awaitEnd();
    }
}
