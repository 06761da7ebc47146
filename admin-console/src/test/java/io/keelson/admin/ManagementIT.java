package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.cli.CommandLineUser;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.net.Channels;
import io.keelson.net.tls.CertificateWriter;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The management interface and the command line on a server that runs. */
@Timeout(60)
class ManagementIT {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private RunningServer start(Map<String, String> properties) throws Exception {
        return RunningServer.start(directory.resolve("domain"), properties);
    }

    private Path war(int padding) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setLevel(0);
            zip.putNextEntry(new ZipEntry("index.html"));
            zip.write("<p>hello</p>".getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("padding.bin"));
            zip.write(new byte[padding]);
        }
        return Files.write(directory.resolve("hello-1.0.war"), bytes.toByteArray());
    }

    private HttpResponse<String> get(RunningServer server, String path, String authorization) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + server.address() + path));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theCommandLineAdministersAServer() throws Exception {
        try (RunningServer server = start(Map.of())) {
            CommandLineUser user = new CommandLineUser(server.domain().path());

            assertThat(user.run("status", "--json")).isZero();
            assertThat(user.out())
                    .contains("\"state\":\"RUNNING\",\"pid\":"
                            + ProcessHandle.current().pid())
                    .contains("\"address\":\"" + server.address() + "\"");

            assertThat(user.run("deploy", war(3_000_000).toString()))
                    .as(user.err())
                    .isZero();
            assertThat(user.out()).contains("Application hello-1.0 is RUNNING");
            assertThat(user.run("deploy", war(10).toString(), "--name", "other", "--context-root", "/o", "--json"))
                    .isZero();
            assertThat(user.out()).contains("\"name\":\"other\"");
            assertThat(user.run("work-managers")).isZero();
            assertThat(user.out())
                    .containsPattern("work manager +queued +running +completed +refused +stuck")
                    .containsPattern("administration +0 +1 +[1-9][0-9]* +0 +0\\R")
                    .contains("application/other");
            assertThat(user.run("work-managers", "--json")).isZero();
            assertThat(user.out()).startsWith("{\"work-managers\":[{\"name\":");
            String token = server.domain().token().authorization();
            assertThat(get(server, "/management/v1/server/thread-pools", token).body())
                    .startsWith("{\"thread-pools\":[{\"name\":\"keelson.")
                    .contains("\"decisions\":[");
            assertThat(get(server, "/management/v1/server/stuck-threads", token).body())
                    .isEqualTo("{\"stuck-threads\":[]}");
            assertThat(user.run("redeploy", "other")).isZero();
            assertThat(user.run("redeploy", "nothing")).isEqualTo(1);
            assertThat(user.err()).contains("There is no application 'nothing'; deployed are: hello-1.0, other");
            assertThat(user.run("undeploy", "other")).isZero();
            assertThat(user.run("undeploy", "other")).isEqualTo(1);

            assertThat(user.run("deploy", war(10).toString(), "--explain", "--name", "seen", "--context-root", "/e"))
                    .as(user.err())
                    .isZero();
            assertThat(user.out())
                    .contains("Application seen can be deployed.")
                    .contains("seen, a web module (WAR) at /e");
            assertThat(user.run("deploy", war(10).toString(), "--explain", "--json", "--name", "seen"))
                    .isZero();
            assertThat(user.out()).startsWith("{\"application\":\"seen\",\"modules\":[{\"name\":\"seen\"");
            assertThat(user.run("deploy", war(10).toString(), "--explain", "--target", "c"))
                    .isEqualTo(2);
            assertThat(user.err()).contains("--explain deploys nothing");
            assertThat(user.run("undeploy", "seen")).isEqualTo(1);

            Path broken = Files.writeString(directory.resolve("broken.war"), "this is no archive");
            assertThat(user.run("deploy", broken.toString(), "--explain")).isEqualTo(1);
            assertThat(user.err()).contains("Application 'broken' could not be explained");
            assertThat(user.run("deploy", broken.toString())).isEqualTo(1);
            assertThat(user.err())
                    .contains("'broken' could not be deployed")
                    .doesNotContain("\tat ")
                    .contains("listed as FAILED", "'keelson undeploy broken'");
            assertThat(user.run("undeploy", "broken")).isZero();
            Path empty = Files.createFile(directory.resolve("empty.war"));
            assertThat(user.run("deploy", empty.toString())).isEqualTo(1);
            assertThat(user.err())
                    .contains("empty.war is empty: it has 0 bytes")
                    .doesNotContain("body");
            Path root = Files.copy(war(10), directory.resolve("ROOT.war"));
            assertThat(user.run("deploy", root.toString(), "--json")).isZero();
            assertThat(user.out()).contains("\"context-root\":\"/\"");
            assertThat(user.run("undeploy", "ROOT")).isZero();

            assertThat(user.run("thread-dump")).isZero();
            assertThat(user.out()).contains("ExecuteThread: '0' for queue: 'keelson.socket.Muxer'");
            assertThat(user.run("thread-dump", "--json")).isZero();
            assertThat(user.out()).startsWith("{\"taken\":");

            assertThat(user.run("log", "--severity", "error", "--request", "999999999"))
                    .isZero();
            assertThat(user.out()).contains("No such record").contains("/logs");
            assertThat(user.run("log", "--limit", "0")).isEqualTo(2);
            assertThat(user.run("log", "--request", "1", "--find", "x")).isEqualTo(2);

            assertNoUploadLeft(server);
        }
    }

    private void certificate(String name) throws Exception {
        certificate(name, Instant.now().plusSeconds(8_000_000));
    }

    private void certificate(String name, Instant end) throws Exception {
        KeyPair key = CertificateWriter.newKey();
        X509Certificate made = CertificateWriter.selfSigned(
                new CertificateWriter.Content(
                        name, List.of(name, "127.0.0.1"), false, end.minusSeconds(9_000_000), end),
                key);
        Files.writeString(directory.resolve("c.pem"), CertificateWriter.pem(made));
        Files.writeString(directory.resolve("c.key"), CertificateWriter.pem(key.getPrivate()));
    }

    private int post(RunningServer server, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + server.address() + path))
                .header("Authorization", server.domain().token().authorization())
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @Test
    void theServerShowsItsCertificatesAndReadsThemAgain() throws Exception {
        certificate("one.example.com");
        Map<String, String> properties = Map.of(
                "keelson.servers.AdminServer.tls.certificate",
                directory.resolve("c.pem").toString(),
                "keelson.servers.AdminServer.tls.key",
                directory.resolve("c.key").toString(),
                "keelson.servers.AdminServer.tls.reload-interval",
                "0s",
                "keelson.SSLListenPort",
                "0");
        try (RunningServer server = start(properties)) {
            String token = server.domain().token().authorization();
            String channels = "/management/v1/server/channels";
            assertThat(get(server, channels, token).body())
                    .contains("\"name\":\"Default\"", "\"secure\":false")
                    .contains("\"name\":\"DefaultSecure\"", "\"secure\":true", "\"handshakes\":0")
                    .contains(
                            "\"subject\":\"CN=one.example.com\"", "\"names\":[\"one.example.com\"]", "\"sha-256\":\"");
            certificate("two.example.com");
            assertThat(get(server, channels, token).body()).contains("CN=one.example.com");
            assertThat(post(server, channels + "/DefaultSecure/reload-tls")).isEqualTo(200);
            assertThat(get(server, channels, token).body()).contains("CN=two.example.com");
            Files.writeString(directory.resolve("c.key"), "nothing");
            assertThat(post(server, channels + "/DefaultSecure/reload-tls")).isEqualTo(422);
            assertThat(get(server, channels, token).body()).contains("CN=two.example.com");
            // It speaks TLS beside the clear, with the domain's own certificate.
            assertThat(post(server, channels + "/Default/reload-tls")).isEqualTo(200);
            assertThat(post(server, channels + "/nobody/reload-tls")).isEqualTo(404);
        }
    }

    /** The admin channel has a certificate for another name that expired, and none vouches for: it counts that it is the server's own. */
    @Test
    void theCommandLineSpeaksTlsAndTrustsItsOwnServerOnly() throws Exception {
        certificate("one.example.com", Instant.now().minusSeconds(10));
        DomainDirectory domain = DomainDirectory.create(directory.resolve("domain"));
        Files.writeString(domain.configuration(), """
                servers:
                  AdminServer:
                    channels:
                      admin:
                        listen-address: 127.0.0.1
                        listen-port: 0
                        admin: true
                        tls: {certificate: ../c.pem, key: ../c.key, reload-interval: 0s}
                """);
        try (RunningServer server = RunningServer.start(domain, Map.of())) {
            CommandLineUser user = new CommandLineUser(domain.path());
            Endpoint first = Objects.requireNonNull(domain.status("AdminServer").management());
            assertThat(first.secure()).isTrue();
            assertThat(user.run("deploy", war(3_000_000).toString()))
                    .as(user.err())
                    .isZero();
            assertThat(user.run("thread-dump")).isZero();
            assertThat(user.run("undeploy", "nothing")).isEqualTo(1);
            assertThat(user.err()).contains("There is no application 'nothing'");

            // The record follows the certificate.
            certificate("two.example.com", Instant.now().plusSeconds(8_000_000));
            server.server().find(Channels.class).orElseThrow().reloadTls("admin");
            assertThat(domain.status("AdminServer").management().certificates())
                    .hasSize(1)
                    .isNotEqualTo(first.certificates());
            assertThat(user.run("thread-dump")).as(user.err()).isZero();

            // Somebody else at the address gets nothing, not even the token.
            ServerRecord record =
                    ServerRecord.read(domain.server("AdminServer")).orElseThrow();
            new ServerRecord(
                            record.name(),
                            record.state(),
                            record.pid(),
                            record.processMark(),
                            record.address(),
                            first,
                            record.version())
                    .write(domain.server("AdminServer"));
            assertThat(user.run("thread-dump")).isEqualTo(3);
            assertThat(user.err())
                    .contains("does not answer at https://127.0.0.1:", "a certificate that is not the server's")
                    .contains("CN=two.example.com");
        }
    }

    @Test
    void theServerTellsAboutItself() throws Exception {
        try (RunningServer server = start(Map.of())) {
            String token = server.domain().token().authorization();
            HttpResponse<String> answer = get(server, "/management/v1/server", token);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(answer.body())
                    .contains(
                            "\"name\":\"AdminServer\"",
                            "\"state\":\"RUNNING\"",
                            "\"name\":\"Default\"",
                            "\"start-millis\":");
            assertThat(get(server, "/management/v1/server", null).statusCode()).isEqualTo(401);
            assertThat(get(server, "/management/v1/server", "Bearer " + "x".repeat(43))
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void aNameThatWasReboundToThisMachineIsRefused() throws Exception {
        try (RunningServer server = start(Map.of())) {
            String answer = raw(
                    server,
                    "GET /management/v1/server HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n"
                            + "Authorization: " + server.domain().token().authorization() + "\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void anUploadWithoutTheTokenIsRefusedBeforeItIsSent() throws Exception {
        try (RunningServer server = start(Map.of())) {
            String answer = raw(
                    server,
                    "PUT /management/v1/deployments/x HTTP/1.1\r\nHost: localhost\r\n"
                            + "Connection: close\r\nExpect: 100-continue\r\nContent-Length: 100000000\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 401").doesNotContain("100 Continue");
        }
    }

    @Test
    void aClientThatDiesWhileItUploadsDeploysNothing() throws Exception {
        try (RunningServer server = start(Map.of())) {
            String[] address = server.address().split(":");
            try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
                OutputStream out = socket.getOutputStream();
                out.write(("PUT /management/v1/deployments/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                                + server.domain().token().authorization()
                                + "\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                out.write(new byte[100_000]);
                out.flush();
                await().until(() -> uploads(server) == 1);
            }
            await().until(() -> uploads(server) == 0);
            assertThat(get(
                                    server,
                                    "/management/v1/deployments",
                                    server.domain().token().authorization())
                            .body())
                    .isEqualTo("{\"deployments\":[]}");
        }
    }

    @Test
    void anArchiveBeyondTheLimitIsRefused() throws Exception {
        try (RunningServer server = start(Map.of("keelson.management.upload-maximum-size", "100KiB"))) {
            CommandLineUser user = new CommandLineUser(server.domain().path());
            assertThat(user.run("deploy", war(200_000).toString())).isEqualTo(1);
            assertThat(user.err()).contains("An archive has at most 102400 bytes");
            String answer = raw(
                    server,
                    "PUT /management/v1/deployments/x HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                            + server.domain().token().authorization()
                            + "\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "30000\r\n" + "x".repeat(0x30000) + "\r\n0\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 413");
            assertNoUploadLeft(server);
        }
    }

    @Test
    void usersOfTheInterfaceReachTheRealm() throws Exception {
        try (RunningServer server = start(Map.of())) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://" + server.address() + "/management/v1/security/users/alice"))
                    .header("Authorization", server.domain().token().authorization())
                    .header("Content-Type", "application/json")
                    .PUT(HttpRequest.BodyPublishers.ofString("{\"password\":\"wonder\",\"groups\":[\"staff\"]}"))
                    .build();
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(201);
            CommandLineUser user = new CommandLineUser(server.domain().path());
            assertThat(user.run("user", "list")).isZero();
            assertThat(user.out().strip()).isEqualTo("alice  (staff)");
        }
    }

    @Test
    void requestsAreInTheAccessLogWithTheirUser() throws Exception {
        Path log = directory.resolve("domain/servers/AdminServer/logs/access.log");
        try (RunningServer server = start(Map.of(
                "keelson.servers.AdminServer.access-log.enabled", "true",
                "keelson.servers.AdminServer.access-log.format", "combined"))) {
            get(server, "/management/v1/server?x=%22", server.domain().token().authorization());
            get(server, "/nothing", null);
            await().until(() -> Files.exists(log) && Files.readAllLines(log).size() == 2);
        }
        assertThat(Files.readAllLines(log))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .matches(
                                        "127\\.0\\.0\\.1 - management \\[.*] \"GET /management/v1/server\\?x=%22 HTTP/2\\.0\" "
                                                + "400 \\d+ \"-\" \"Java-http-client/.*\""),
                        line -> assertThat(line).contains(" - - [", "\"GET /nothing HTTP/2.0\" 404 "));
    }

    @Test
    void aShutdownIsAnsweredAndCarriedOut() throws Exception {
        RunningServer server = start(Map.of());
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + server.address() + "/management/v1/server/shutdown"))
                // The JDK's HTTP/2 client before 24 gives up a request when its connection says GOAWAY
                // (JDK-8335181).
                .version(HttpClient.Version.HTTP_1_1)
                .header("Authorization", server.domain().token().authorization())
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(202);
        server.server().awaitEnd();
        assertThat(server.domain().status(DomainDirectory.ADMIN_SERVER).state()).isEqualTo("SHUTDOWN");
    }

    private static long uploads(RunningServer server) throws Exception {
        Path uploads = server.domain().server(DomainDirectory.ADMIN_SERVER).resolve("tmp/uploads");
        try (var files = Files.list(uploads)) {
            return files.count();
        }
    }

    private static void assertNoUploadLeft(RunningServer server) throws Exception {
        assertThat(uploads(server)).isZero();
    }

    private static String raw(RunningServer server, String request) throws Exception {
        String[] address = server.address().split(":");
        try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
