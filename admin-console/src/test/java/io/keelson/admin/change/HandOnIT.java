package io.keelson.admin.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.RunningServer;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ProcessMark;
import io.keelson.admin.domain.ServerRecord;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests for a server of the domain that another one of it is asked. */
@Timeout(60)
class HandOnIT {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private DomainDirectory domain;
    private RunningServer server;
    private ServerSocket managed;

    @BeforeEach
    void start() throws Exception {
        domain = DomainDirectory.create(directory.resolve("domain"), 1);
        // The room that reads these keys is not on the class path of this module.
        Path file = directory.resolve("domain").resolve("domain.yaml");
        Files.writeString(file, Files.readString(file).replaceAll("(?m)^ +cluster(-port)?: .*\\R", ""));
        server = RunningServer.start(domain, Map.of());
        managed = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        managed.setSoTimeout(20_000);
        record(domain, "server-1", managed.getLocalPort());
    }

    @AfterEach
    void stop() throws Exception {
        managed.close();
        server.close();
    }

    private HttpResponse<String> get(String path, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + server.address() + "/management/v1/" + path))
                .header("Authorization", domain.token().authorization());
        if (fields.length > 0) {
            request.headers(fields);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aServerAnswersForItselfAndDoesNotCallItself() throws Exception {
        HttpResponse<String> plain = get("server");
        HttpResponse<String> named = get("servers/AdminServer/server");
        assertThat(named.statusCode()).isEqualTo(200);
        assertThat(named.body().substring(0, 40)).isEqualTo(plain.body().substring(0, 40));
        HttpResponse<String> chain = get("servers/AdminServer/".repeat(300) + "server");
        assertThat(chain.statusCode()).isEqualTo(400);
        assertThat(chain.body()).contains("names the server AdminServer twice");
    }

    @Test
    void aRequestThatWasHandedOnIsNotHandedOnAgain() throws Exception {
        HttpResponse<String> answer =
                get("servers/server-1/server", "X-Keelson-Caller", "ann", "X-Keelson-Roles", "monitor");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("handed on once at most");
    }

    @Test
    void whoGoesAwayEndsWhatWasAskedForThem() throws Exception {
        String[] address = server.address().split(":");
        try (Socket asking = new Socket(address[0], Integer.parseInt(address[1]))) {
            asking.getOutputStream()
                    .write(("GET /management/v1/servers/server-1/server HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                                    + domain.token().authorization() + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            try (Socket handedOn = managed.accept()) {
                assertThat(handedOn.getInputStream().read()).isEqualTo('G');
                asking.close();
                // Longer than this takes, shorter than the server would wait for an answer.
                handedOn.setSoTimeout(8_000);
                byte[] rest = handedOn.getInputStream().readAllBytes();
                assertThat(new String(rest, StandardCharsets.US_ASCII)).endsWith("\r\n\r\n");
            }
        }
    }

    private static void record(DomainDirectory domain, String name, int port) throws Exception {
        Endpoint at = Endpoint.inTheClear("127.0.0.1:" + port);
        ProcessHandle own = ProcessHandle.current();
        new ServerRecord(name, "RUNNING", own.pid(), ProcessMark.of(own).orElse(null), at, at, "1")
                .write(domain.server(name));
    }
}
