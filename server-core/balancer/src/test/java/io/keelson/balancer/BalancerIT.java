package io.keelson.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.http.HttpServer;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A balancer between two servers, over sockets. */
@Timeout(120)
class BalancerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Behind one;
    private Behind two;
    private TestServer balancer;

    @BeforeEach
    void start() throws Exception {
        one = new Behind("one", "111");
        two = new Behind("two", "222");
        balancer = balancer("127.0.0.1:" + one.port(), "127.0.0.1:" + two.port());
        awaitConditions("ready", "ready");
    }

    private static TestServer balancer(String... servers) throws Exception {
        return balancerWith("response-timeout: 2s", servers);
    }

    private static TestServer balancerWith(String setting, String... servers) throws Exception {
        return TestServer.builder()
                .yaml(
                        "name: test\nservers:\n  AdminServer:\n    listen-port: 0\n    balancer:\n      check-interval: 100ms\n"
                                + "      " + setting + "\n      servers: [\"" + String.join("\", \"", servers)
                                + "\"]\n")
                .start();
    }

    private void awaitConditions(String... conditions) {
        awaitConditions(balancer, conditions);
    }

    private static void awaitConditions(TestServer of, String... conditions) {
        io.keelson.kernel.management.RuntimeState state = of.service(io.keelson.kernel.management.RuntimeState.class);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(state.of("balancer").orElseThrow())
                        .extracting(each -> ((BalancedServer) each).condition())
                        .containsExactly(conditions));
    }

    private io.keelson.kernel.management.RuntimeState state() {
        return balancer.service(io.keelson.kernel.management.RuntimeState.class);
    }

    @AfterEach
    void stop() {
        balancer.close();
        one.close();
        two.close();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(balancer.uri(path)).timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
    }

    private String get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = request(path);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request).body();
    }

    private Socket connect() throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), balancer.address().getPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static String hear(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int b;
        while ((b = in.read()) >= 0 && b != '\n') {
            line.append((char) b);
        }
        return line.toString().strip();
    }

    @Test
    void sharesRequestsOutAndKeepsSessionsWithTheirServers() throws Exception {
        Set<String> servers = new TreeSet<>();
        for (int i = 0; i < 6; i++) {
            servers.add(get("/x").substring(0, 3));
            assertThat(get("/x", "Cookie", "a=1; JSESSIONID=abc!222!111")).startsWith("two");
            assertThat(get("/x;jsessionid=abc!111!NONE")).startsWith("one");
        }
        assertThat(servers).containsExactly("one", "two");
        two.close();
        assertThat(get("/x", "Cookie", "JSESSIONID=abc!222!111")).startsWith("one");
        awaitConditions("ready", "down");
        two = new Behind("two", "222"); // for the end of the test
    }

    @Test
    void saysWhoTheClientIsAndBelievesNobody() throws Exception {
        String seen = get(
                "/a%20b?x=y",
                "X-Forwarded-For",
                "1.2.3.4",
                "Forwarded",
                "for=1.2.3.4",
                "X-Forwarded-Proto",
                "https",
                "X-Real-IP",
                "1.2.3.4",
                "X-Other",
                "kept");
        assertThat(seen)
                .contains(
                        "GET /a%20b?x=y\n",
                        "X-Forwarded-For: 127.0.0.1\n", "X-Forwarded-Proto: http\n", "X-Other: kept")
                .contains("X-Forwarded-Host: 127.0.0.1:" + balancer.address().getPort())
                .contains("Forwarded: for=127.0.0.1;proto=http;host=\"127.0.0.1:")
                .contains("Host: 127.0.0.1:" + balancer.address().getPort())
                .doesNotContain("1.2.3.4");
    }

    @Test
    void keepsWhatIsAboutOneConnectionToIt() throws Exception {
        try (Socket socket = connect()) {
            say(
                    socket,
                    "GET /x HTTP/1.1\r\nHost: h\r\nConnection: close, X-Mine\r\nX-Mine: 1\r\nTE: trailers\r\nKeep-Alive: 1\r\n"
                            + "Proxy-Authorization: Basic eA==\r\nUpgrade: h2c-not\r\n\r\n");
            assertThat(hear(socket).toLowerCase(java.util.Locale.ROOT))
                    .startsWith("http/1.1 200")
                    .doesNotContain("x-mine", "\nte: ", "keep-alive", "proxy-authorization", "upgrade:");
        }
        HttpResponse<String> answer = send(request("/hop"));
        assertThat(answer.headers().map()).containsKey("x-own").doesNotContainKeys("keep-alive", "proxy-authenticate");
    }

    @Test
    void passesLargeBodiesBothWays() throws Exception {
        byte[] body = new byte[8 * 1024 * 1024 + 7];
        new Random(7).nextBytes(body);
        HttpRequest post = request("/echo")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        assertThat(client.send(post, HttpResponse.BodyHandlers.ofByteArray()).body())
                .isEqualTo(body);
        HttpRequest chunked = request("/echo")
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)))
                .expectContinue(true)
                .build();
        assertThat(client.send(chunked, HttpResponse.BodyHandlers.ofByteArray()).body())
                .isEqualTo(body);
    }

    @Test
    void passesTrailersAndAnEmptyChunkedBody() throws Exception {
        try (Socket socket = connect()) {
            say(
                    socket,
                    "POST /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "3\r\nabc\r\n0\r\nX-Sum: 6\r\n\r\n");
            assertThat(hear(socket)).contains("chunked", "abc", "X-Sum: 6");
        }
        try (Socket socket = connect()) {
            say(
                    socket,
                    "POST /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
            assertThat(hear(socket)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void answersHeadWithTheLengthAndNoBody() throws Exception {
        int length = get("/x").length();
        try (Socket socket = connect()) {
            say(socket, "HEAD /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
            String answer = hear(socket);
            assertThat(answer).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
            assertThat(length).isPositive();
        }
    }

    @Test
    void asksForTheBodyOnlyWhenTheServerDoes() throws Exception {
        try (Socket socket = connect()) {
            say(
                    socket,
                    "POST /echo HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertThat(line(socket.getInputStream())).startsWith("HTTP/1.1 100");
            say(socket, "abc");
            assertThat(hear(socket)).contains("HTTP/1.1 200").endsWith("3\r\nabc\r\n0\r\n\r\n");
        }
        try (Socket socket = connect()) {
            say(socket, "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertThat(line(socket.getInputStream())).as("nobody wanted it").startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void tunnelsAnUpgradedConnectionAndItsHalfClose() throws Exception {
        try (Socket socket = connect()) {
            say(socket, "GET /socket HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
            assertThat(line(socket.getInputStream())).startsWith("HTTP/1.1 101");
            while (!line(socket.getInputStream()).isEmpty()) {
                // the rest of the head
            }
            byte[] data = new byte[1024 * 1024];
            new Random(3).nextBytes(data);
            Thread sender = new Thread(() -> {
                try {
                    socket.getOutputStream().write(data);
                    socket.shutdownOutput();
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            sender.start();
            assertThat(socket.getInputStream().readNBytes(data.length)).isEqualTo(data);
            assertThat(hear(socket)).isEqualTo("bye");
            sender.join();
        }
    }

    @Test
    void holdsBackAServerThatIsFasterThanTheClient() throws Exception {
        try (Socket socket = connect()) {
            say(socket, "GET /endless HTTP/1.1\r\nHost: h\r\nCookie: S=a!111!NONE\r\n\r\n");
            line(socket.getInputStream());
            long[] before = {-1};
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(700)).until(() -> {
                long now = one.written.get();
                boolean stands = now == before[0];
                before[0] = now;
                return stands;
            });
            // What the buffers of four sockets hold, and nothing that grows.
            assertThat(one.written.get()).isPositive().isLessThan(64L * 1024 * 1024);
        }
    }

    @Test
    void repeatsElsewhereWhatNoApplicationHasSeen() throws Exception {
        one.refuses = true;
        for (int i = 0; i < 4; i++) {
            HttpResponse<String> answer = send(
                    request("/echo").header("Cookie", "S=a!111!222").POST(HttpRequest.BodyPublishers.ofString("once")));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("once");
        }
        assertThat(one.requests).hasValue(0);
        two.refuses = true;
        HttpResponse<String> nobody = send(request("/echo"));
        assertThat(nobody.statusCode()).isEqualTo(503);
        assertThat(nobody.headers().firstValue("Retry-After")).isPresent();
        assertThat(nobody.headers().map()).doesNotContainKey("keelson-refused");
    }

    @Test
    void sendsNothingNewToAServerThatIsNotReady() throws Exception {
        one.health = 503;
        awaitConditions("draining", "ready");
        for (int i = 0; i < 4; i++) {
            assertThat(get("/x")).startsWith("two");
        }
        assertThat(get("/x", "Cookie", "S=a!111!222")).as("its own sessions").startsWith("one");
        one.health = 200;
        awaitConditions("ready", "ready");
    }

    /** Has been paused, and others may have taken its sessions over. */
    @Test
    void sendsNothingToAServerThatDoubtsWhileThereIsAnother() throws Exception {
        one.doubts = true;
        one.health = 503;
        awaitConditions("doubting", "ready");
        assertThat(get("/x", "Cookie", "JSESSIONID=abc!111!222")).startsWith("two");
        two.doubts = true;
        two.health = 503;
        awaitConditions("doubting", "doubting");
        assertThat(get("/x", "Cookie", "JSESSIONID=abc!111!222")).startsWith("one");
        one.doubts = false;
        one.health = 200;
        awaitConditions("ready", "doubting");
    }

    @Test
    void saysWhenNobodyIsThere() throws Exception {
        one.close();
        two.close();
        try {
            HttpResponse<String> answer = send(request("/x"));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        } finally {
            one = new Behind("one", "111");
            two = new Behind("two", "222");
        }
    }

    @Test
    void passesNoRequestOnThatCouldBeReadInTwoWays() throws Exception {
        for (String bad : new String[] {
            "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "GET /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding : chunked\r\n\r\n",
            "GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: xchunked\r\n\r\n"
        }) {
            try (Socket socket = connect()) {
                say(socket, bad);
                assertThat(line(socket.getInputStream())).as(bad).containsPattern("HTTP/1.1 (400|501)");
            }
        }
        assertThat(one.requests.get() + two.requests.get()).isZero();
    }

    @Test
    void saysHowItsServersAre() {
        assertThat(state().of("balancer").orElseThrow()).hasSize(2);
        assertThat(balancer.service(HttpServer.class)).isNotNull();
    }

    /** A server that takes requests and then does what a test says. */
    private interface Faulty {
        void serve(Socket socket, int connection) throws IOException;
    }

    private static AutoCloseable faulty(ServerSocket listening, Faulty behaviour) {
        Thread thread = new Thread(() -> {
            try {
                for (int i = 0; ; ) {
                    Socket socket = listening.accept();
                    String first = line(socket.getInputStream());
                    String field;
                    while (!(field = line(socket.getInputStream())).isEmpty()) {
                        assertThat(field).isNotNull();
                    }
                    if (first.contains("/management/")) {
                        say(
                                socket,
                                "HTTP/1.1 200 OK\r\nKeelson-Route: 333\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                        socket.close();
                    } else {
                        behaviour.serve(socket, i++);
                    }
                }
            } catch (IOException e) {
                // the test is over
            }
        });
        thread.setDaemon(true);
        thread.start();
        return listening;
    }

    private HttpResponse<String> through(TestServer other, String method) throws Exception {
        return client.send(
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + other.address().getPort() + "/x"))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void repeatsOnlyWhatMayBeRepeatedWhenAServerBreaksOff() throws Exception {
        java.util.concurrent.atomic.AtomicInteger broken = new java.util.concurrent.atomic.AtomicInteger();
        ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        try (AutoCloseable bad = faulty(listening, (socket, i) -> {
                    broken.incrementAndGet();
                    socket.close();
                });
                TestServer other = balancer("127.0.0.1:" + listening.getLocalPort(), "127.0.0.1:" + one.port())) {
            int failed = 0;
            for (int i = 0; i < 6; i++) {
                assertThat(through(other, "GET").statusCode()).isEqualTo(200);
                int status = through(other, "POST").statusCode();
                assertThat(status).isIn(200, 502);
                failed += status == 502 ? 1 : 0;
            }
            assertThat(failed).as("nobody may send these again").isPositive();
            assertThat(broken).hasPositiveValue();
            assertThat(one.requests.get() + failed).isEqualTo(12);
        }
    }

    /** A process that is stopped, or a machine that has lost its power, closes no connection. */
    @Test
    void takesElsewhereWhatWaitsForAServerThatHasFallenSilent() throws Exception {
        CountDownLatch silence = new CountDownLatch(1);
        ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        try (AutoCloseable bad = faulty(listening, (socket, i) -> {
                    try {
                        silence.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    socket.close();
                });
                TestServer other = balancerWith(
                        "check-timeout: 300ms", "127.0.0.1:" + listening.getLocalPort(), "127.0.0.1:" + one.port())) {
            awaitConditions(other, "ready", "ready");
            CompletableFuture<HttpResponse<String>> get = ofSession(other, "GET");
            CompletableFuture<HttpResponse<String>> post = ofSession(other, "POST");
            awaitConditions(other, "down", "ready");
            assertThat(get.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            assertThat(one.requests).as("what is not idempotent waits").hasValue(1);
            assertThat(post).isNotDone();
            silence.countDown();
            assertThat(post.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(502);
            assertThat(one.requests).hasValue(1);
        }
    }

    private CompletableFuture<HttpResponse<String>> ofSession(TestServer other, String method) {
        return client.sendAsync(
                HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + other.address().getPort() + "/x"))
                        .header("Cookie", "JSESSIONID=abc!333!1")
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void saysWhenAServerTalksNonsenseOrNotAtAll() throws Exception {
        ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        try (AutoCloseable bad = faulty(listening, (socket, i) -> {
                    if (i == 0) {
                        say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab");
                    } else if (i == 1) {
                        say(
                                socket,
                                "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n");
                    }
                });
                TestServer other = balancer("127.0.0.1:" + listening.getLocalPort())) {
            assertThat(through(other, "POST").statusCode()).isEqualTo(502);
            assertThat(through(other, "POST").statusCode())
                    .as("nobody had asked for that")
                    .isEqualTo(502);
            assertThat(through(other, "POST").statusCode()).isEqualTo(504);
        }
    }

    /** The servers are well, and have more to do than they may have at a time: who comes again is served. */
    @Test
    void asksToComeAgainWhenAllConnectionsAreInUse() throws Exception {
        try (TestServer other = balancerWith("max-connections: 1", "127.0.0.1:" + one.port());
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), other.address().getPort())) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            say(socket, "GET /endless HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(line(socket.getInputStream())).startsWith("HTTP/1.1 200");
            HttpResponse<String> answer = through(other, "GET");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void cutsOffAResponseThatTheServerDidNotFinish() throws Exception {
        ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        try (AutoCloseable bad = faulty(listening, (socket, i) -> {
                    say(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
                    socket.close();
                });
                TestServer other = balancer("127.0.0.1:" + listening.getLocalPort());
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), other.address().getPort())) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            say(socket, "GET /x HTTP/1.1\r\nHost: h\r\n\r\n");
            String got;
            try {
                got = hear(socket);
            } catch (IOException reset) {
                got = "";
            }
            assertThat(got).as("no last chunk").doesNotContain("\r\n0\r\n");
        }
    }
}
