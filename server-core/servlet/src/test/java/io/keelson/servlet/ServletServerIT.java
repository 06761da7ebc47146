package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.net.Channels;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.net.CookieManager;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A WAR on a whole server, used over sockets. */
@Timeout(60)
class ServletServerIT {
    @TempDir
    static Path directory;

    private static TestServer server;

    private static HttpClient client(HttpClient.Version version) {
        return HttpClient.newBuilder()
                .version(version)
                .cookieHandler(new CookieManager())
                .build();
    }

    @BeforeAll
    static void deploy() throws Exception {
        Path classes = directory.resolve("war/WEB-INF/classes/io/keelson/servlet/webapp");
        Files.createDirectories(classes);
        Path compiled = Path.of(ServletServerIT.class.getResource("webapp").toURI());
        try (Stream<Path> files = Files.list(compiled)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, classes.resolve(file.getFileName().toString()));
            }
        }
        Files.writeString(directory.resolve("war/index.html"), "<h1>Shop</h1>");
        server = TestServer.start();
        server.service(Deployer.class).deploy("shop", directory.resolve("war"), "/shop");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static HttpResponse<String> get(HttpClient client, String path) throws IOException, InterruptedException {
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.version()).isEqualTo(client.version());
        return response;
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void servesServletsSessionsAndFiles(HttpClient.Version version) throws Exception {
        HttpClient client = client(version);
        HttpResponse<String> first = get(client, "/shop/hello");
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).startsWith("hello 1 on ").contains("ExecuteThread");
        assertThat(first.headers().firstValue("Content-Length")).isPresent();
        assertThat(get(client, "/shop/hello").body()).startsWith("hello 2 on ");
        assertThat(get(client, "/shop/").body()).isEqualTo("<h1>Shop</h1>");
        assertThat(get(client, "/shop/WEB-INF/classes").statusCode()).isEqualTo(404);
        assertThat(get(client, "/none").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void answersFromAnotherThread(HttpClient.Version version) throws Exception {
        HttpClient client = client(version);
        assertThat(get(client, "/shop/later").body()).isEqualTo("later");
        HttpResponse<String> timedOut = get(client, "/shop/later?never");
        assertThat(timedOut.statusCode()).isEqualTo(500);
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void echoesLargeBodiesByStreamsAndWithoutBlocking(HttpClient.Version version) throws Exception {
        HttpClient client = client(version);
        // A first request without a body: none with one can change the version.
        get(client, "/shop/hello");
        byte[] body = new byte[3_000_000];
        new Random(1).nextBytes(body);
        for (String path : new String[] {"/shop/echo", "/shop/echo?async"}) {
            HttpRequest request = HttpRequest.newBuilder(server.uri(path))
                    .timeout(Duration.ofSeconds(30))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                    .build();
            HttpResponse<byte[]> echoed = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertThat(echoed.version()).isEqualTo(version);
            assertThat(echoed.body()).as(path).isEqualTo(body);
        }
    }

    /** Applications end when the doors have closed, not before: who is sent away may be sent elsewhere. */
    @Test
    void servesOnWhileLoadBalancersNoticeThatItIsBeingSuspended() throws Exception {
        try (TestServer own = TestServer.builder()
                .set("servers.AdminServer.drain-period", "2s")
                .start()) {
            own.service(Deployer.class).deploy("shop", directory.resolve("war"), "/shop");
            own.service(Channels.class).observed(() -> true);
            FutureTask<Void> suspended = new FutureTask<>(() -> {
                own.control().suspend(Duration.ofSeconds(30));
                return null;
            });
            new Thread(suspended).start();
            HttpClient client = client(HttpClient.Version.HTTP_1_1);
            int served = 0;
            while (!suspended.isDone()) {
                boolean drains = own.control().state() == ServerState.SUSPENDING;
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(own.uri("/shop/hello")).build(), HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    served += drains ? 1 : 0;
                } else {
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
                    assertThat(answer.headers().firstValue("Keelson-Refused")).contains("suspended");
                }
            }
            suspended.get();
            assertThat(served).isPositive();
            own.control().resume();
            assertThat(client.send(
                                    HttpRequest.newBuilder(own.uri("/shop/hello"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void tellsServletsTheVersion() throws Exception {
        assertThat(get(client(HttpClient.Version.HTTP_1_1), "/shop/version").body())
                .isEqualToIgnoringNewLines("HTTP/1.1 http/1.1 http true false true upgrades");
        assertThat(get(client(HttpClient.Version.HTTP_2), "/shop/version").body())
                .isEqualToIgnoringNewLines("HTTP/2.0 h2c http true true true no upgrade");
    }

    @Test
    void upgrades() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("GET /shop/shout HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) socket.getInputStream().read());
            }
            assertThat(head.toString()).startsWith("HTTP/1.1 101 ");
            socket.getOutputStream().write("ping.".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .isEqualTo("PING");
        }
    }

    /** Long polling without a time-out: a client that has gone is noticed, though nothing is written to it. */
    @Test
    void tellsTheListenersOfARequestThatWaitsThatItsClientHasGone() throws Exception {
        HttpClient client = client(HttpClient.Version.HTTP_1_1);
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.getOutputStream()
                    .write("GET /shop/waiting HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            await().until(() -> get(client, "/shop/waiting?told").body().equals("[waiting]"));
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> get(client, "/shop/waiting?told").body().equals("[waiting, IOException, complete]"));
    }

    /** A servlet that upgrades whatever comes: the client is answered, and the application does not wait for it for ever. */
    @Test
    void anUpgradeThatNobodyAskedForIsNoRequestInFlight() throws Exception {
        Deployer deployer = server.service(Deployer.class);
        deployer.deploy("hasty", directory.resolve("war"), "/hasty");
        try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write("GET /hasty/shout HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new String(socket.getInputStream().readNBytes(13), StandardCharsets.ISO_8859_1))
                    .isEqualTo("HTTP/1.1 500 ");
        }
        long before = System.nanoTime();
        deployer.undeploy("hasty");
        // The undeploy-timeout is 30 s.
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void redeploysAndUndeploys() throws Exception {
        HttpClient client = client(HttpClient.Version.HTTP_1_1);
        Deployer deployer = server.service(Deployer.class);
        deployer.deploy("other", directory.resolve("war"), "/other");
        assertThat(get(client, "/other/hello").statusCode()).isEqualTo(200);
        deployer.redeploy("other");
        assertThat(get(client, "/other/hello").statusCode()).isEqualTo(200);
        deployer.undeploy("other");
        assertThat(get(client, "/other/hello").statusCode()).isEqualTo(404);
    }
}
