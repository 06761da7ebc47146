package io.keelson.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.websocket.fixture.RawClient;
import io.keelson.websocket.fixture.TestApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Endpoints of an application on a whole server: handshake, callbacks, sending, closing. */
@Timeout(60)
class EndpointIT {
    private static final String ANN =
            "Basic " + Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8));

    @TempDir
    static Path directory;

    private static TestApplication application;

    @BeforeAll
    static void start() throws Exception {
        application = TestApplication.start(directory, "websocket.close-timeout", "1s");
    }

    @AfterAll
    static void stop() {
        if (application != null) {
            application.close();
        }
    }

    @BeforeEach
    void clear() throws Exception {
        application.clearJournal();
    }

    private static void awaitJournal(String line) {
        await().atMost(Duration.ofSeconds(20)).until(() -> application.journal().contains(line));
    }

    // ---- handshake

    @Test
    void anAcceptedHandshake() throws IOException {
        try (RawClient client = application.open("/echo")) {
            assertThat(client.status()).isEqualTo(101);
            assertThat(client.header("Sec-WebSocket-Accept")).isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
            assertThat(client.header("Upgrade")).isEqualToIgnoringCase("websocket");
            assertThat(client.header("Connection")).isEqualToIgnoringCase("upgrade");
            assertThat(client.header("Sec-WebSocket-Protocol")).isNull();
        }
    }

    @Test
    void refusedHandshakes() throws IOException {
        assertStatus(426, "/echo", "Sec-WebSocket-Version", "8");
        assertStatus(426, "/echo", "Sec-WebSocket-Version", null);
        assertStatus(400, "/echo", "Sec-WebSocket-Key", null);
        assertStatus(400, "/echo", "Sec-WebSocket-Key", "dG9vIHNob3J0");
        assertStatus(400, "/echo", "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=!");
        assertStatus(400, "/echo", "Connection", "keep-alive");
        assertStatus(400, "/echo", "Content-Length", "5");
        assertStatus(404, "/none");
        assertStatus(404, "/echo", "Upgrade", "h2c");
        assertStatus(404, "/echo/");
        assertStatus(404, "/room/name");
        assertStatus(403, "/points", "Origin", "https://evil.example");
        assertStatus(101, "/points", "Origin", "https://good.example");
        assertStatus(418, "/echo?refuse=1");
        try (RawClient client = application.open("/echo", "Sec-WebSocket-Version", "12")) {
            assertThat(client.header("Sec-WebSocket-Version")).isEqualTo("13");
        }
    }

    private static void assertStatus(int status, String path, String... fields) throws IOException {
        try (RawClient client = application.open(path, fields)) {
            assertThat(client.status())
                    .as(path + " " + List.of(fields.length == 0 ? "" : fields[0]))
                    .isEqualTo(status);
        }
    }

    @Test
    void subprotocolsAndModifiedHandshakes() throws IOException {
        try (RawClient client = application.open("/room/a/1", "Sec-WebSocket-Protocol", "other, chat.v1, chat.v2")) {
            assertThat(client.header("Sec-WebSocket-Protocol")).isEqualTo("chat.v1");
            client.text("about");
            assertThat(client.message().text()).contains("protocol 'chat.v1'");
        }
        try (RawClient client = application.open("/room/a/1", "Sec-WebSocket-Protocol", "other")) {
            assertThat(client.header("Sec-WebSocket-Protocol")).isNull();
        }
        try (RawClient client = application.open("/points", "X-Guest", "ann")) {
            assertThat(client.header("X-Doorkeeper")).isEqualTo("[ann]");
        }
    }

    // ---- what an endpoint sees

    @Test
    void whatASessionKnows() throws IOException {
        try (RawClient client =
                application.open("/room/J%C3%BCrgen/12?q=1&q=2", "Sec-WebSocket-Extensions", "permessage-deflate")) {
            client.text("about");
            RawClient.Frame answer = client.message();
            String text = answer.rsv1() ? "" : answer.text();
            if (answer.rsv1()) {
                text = new String(inflate(answer.payload()), StandardCharsets.UTF_8);
            }
            assertThat(text)
                    .startsWith("Jürgen 12 12 calls 1 ")
                    .contains("uri ws://127.0.0.1:" + application.port() + "/app/room/J%C3%BCrgen/12?q=1&q=2 ")
                    .contains("query q=1&q=2 parameters {q=[1, 2]} path Jürgen user nobody")
                    .contains("extensions [permessage-deflate] open 1 secure false version 13")
                    .contains("ExecuteThread")
                    .endsWith("loader true");
        }
        awaitJournal("close Jürgen 1006");
    }

    private static byte[] inflate(byte[] payload) {
        try {
            java.util.zip.Inflater inflater = new java.util.zip.Inflater(true);
            byte[] whole = java.util.Arrays.copyOf(payload, payload.length + 4);
            whole[payload.length + 2] = (byte) 0xff;
            whole[payload.length + 3] = (byte) 0xff;
            inflater.setInput(whole);
            byte[] out = new byte[10_000];
            int n = inflater.inflate(out);
            inflater.end();
            return java.util.Arrays.copyOf(out, n);
        } catch (java.util.zip.DataFormatException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void oneEndpointAConnection() throws IOException {
        try (RawClient one = application.open("/room/a/1");
                RawClient two = application.open("/room/a/2")) {
            // Answered when it has opened, which is after its client has got the answer to the handshake.
            two.text("about");
            assertThat(two.message().text()).contains("calls 1");
            one.text("about");
            assertThat(one.message().text()).contains("calls 1").contains("open 2");
            one.text("about");
            assertThat(one.message().text()).contains("calls 2");
            one.text("all");
            assertThat(one.message().text()).isEqualTo("to all");
            assertThat(two.message().text()).isEqualTo("to all");
        }
    }

    @Test
    void waysToSend() throws Exception {
        try (RawClient client = application.open("/room/a/1")) {
            client.text("number");
            assertThat(client.message().text()).isEqualTo("42");
            client.text("batch");
            for (int i = 0; i < 3; i++) {
                assertThat(client.message().text()).isEqualTo("batched " + i);
            }
            client.text("stream");
            assertThat(client.message().text()).isEqualTo("one two");
            client.text("overlap");
            assertThat(client.message().text()).isEqualTo("ab");
            client.text("future");
            assertThat(client.message().text()).isEqualTo("in future");
            assertThat(client.message().text()).isEqualTo("was sent");
            client.text("handler");
            assertThat(client.message().text()).isEqualTo("handled");
            awaitJournal("sent true true");
            client.text("ping");
            RawClient.Frame ping = client.read();
            assertThat(ping.opcode()).isEqualTo(RawClient.PING);
            assertThat(ping.text()).isEqualTo("p");
        }
    }

    @Test
    void pongsAndCodersAndParts() throws IOException {
        try (RawClient client = application.open("/parts")) {
            client.frame(0x8a, "five!");
            assertThat(client.message().text()).isEqualTo("pong of 5");
        }
        try (RawClient client = application.open("/points")) {
            client.text("3,4");
            assertThat(client.message().text()).isEqualTo("4,3");
            client.text("no point");
            assertThat(client.message().text()).isEqualTo("error no decoder takes the message");
            client.text("a,b");
            assertThat(client.message().text()).isEqualTo("error no point");
            client.frame(0x02, "abc").frame(0x80, "de");
            assertThat(client.message().text()).isEqualTo("5");
            client.close(1000, "");
            assertThat(client.rest()).containsExactly("close 1000", "end");
        }
        awaitJournal("programmatic close 1000");
        awaitJournal("coder out");
        try (RawClient client = application.open("/plain")) {
            client.text("found its configurator");
            assertThat(client.message().text()).isEqualTo("found its configurator");
        }
    }

    @Test
    void fromWithinAServlet() throws IOException {
        try (RawClient client = application.open("/upgrader")) {
            assertThat(client.status()).isEqualTo(101);
            client.text("about");
            assertThat(client.message().text()).startsWith("by servlet 7 7");
        }
    }

    // ---- errors and closing

    @Test
    void errorsGoToTheEndpoint() throws Exception {
        try (RawClient client = application.open("/room/a/1")) {
            client.text("throw");
            assertThat(client.message().text()).isEqualTo("error as asked");
            client.text("number");
            assertThat(client.message().text()).isEqualTo("42");
        }
        try (RawClient client = application.open("/room/a/notANumber")) {
            assertThat(client.message().text()).isEqualTo("error the path parameter 'number' is no int");
            RawClient.Frame close = client.read();
            assertThat(close.code()).isEqualTo(1011);
        }
    }

    @Test
    void closingFromEitherSide() throws Exception {
        try (RawClient client = application.open("/room/byServer/1")) {
            client.text("close");
            RawClient.Frame close = client.read();
            assertThat(close.code()).isEqualTo(4001);
            assertThat(close.reason()).isEqualTo("as asked");
            client.close(4001, "");
            assertThat(client.rest()).containsExactly("end");
        }
        awaitJournal("close byServer 4001 as asked byServer");
        try (RawClient client = application.open("/room/byClient/1")) {
            client.close(1000, "bye");
            assertThat(client.rest()).containsExactly("close 1000", "end");
        }
        awaitJournal("close byClient 1000 bye byClient");
    }

    @Test
    void aClientThatDoesNotAnswerAClose() throws Exception {
        try (RawClient client = application.open("/room/stubborn/1")) {
            client.text("close");
            assertThat(client.rest()).containsExactly("close 4001", "end");
        }
    }

    @Test
    void clientsThatVanish() throws Exception {
        RawClient polite = application.open("/room/fin/1");
        polite.close();
        awaitJournal("close fin 1006");
        RawClient rude = application.open("/room/rst/1");
        rude.socket().setSoLinger(true, 0);
        rude.close();
        awaitJournal("close rst 1006");
        // What was sent before is heard.
        RawClient last = application.open("/room/last/1");
        last.text("throw");
        last.close();
        awaitJournal("error as asked");
        awaitJournal("close last 1006");
    }

    @Test
    void idleConnectionsEnd() throws Exception {
        try (RawClient client = application.open("/room/idle/1")) {
            client.text("idle");
            assertThat(client.read().code()).isEqualTo(1001);
        }
        awaitJournal("close idle 1006 no message within the idle timeout of 100 ms");
    }

    // ---- security

    @Test
    void constraintsHoldForEndpoints() throws Exception {
        assertStatus(401, "/room/members/1");
        try (RawClient client = application.open("/room/members/1", "Authorization", ANN)) {
            assertThat(client.status()).isEqualTo(101);
            client.text("about");
            assertThat(client.message().text()).contains("user ann");
        }
    }

    @Test
    void aConnectionEndsWithItsLogin() throws Exception {
        for (String how : List.of("session", "logout")) {
            String cookie = session();
            try (RawClient client = application.open("/room/members/1", "Authorization", ANN, "Cookie", cookie)) {
                client.text("number");
                assertThat(client.message().text()).isEqualTo("42");
                assertThat(members("DELETE", "?" + how + "=1", cookie).statusCode())
                        .isEqualTo(200);
                assertThat(client.read().code()).as(how).isEqualTo(1008);
            }
        }
    }

    @Test
    void aConnectionDoesNotOutliveALoginThatEndsDuringItsHandshake() throws Exception {
        for (String how : List.of("session", "logout")) {
            try (RawClient client =
                    application.open("/room/members/1?leave=" + how, "Authorization", ANN, "Cookie", session())) {
                assertThat(client.status()).isEqualTo(101);
                assertThat(client.read().code()).as(how).isEqualTo(1008);
            }
        }
        try (RawClient client =
                application.open("/room/members/1?leave=id", "Authorization", ANN, "Cookie", session())) {
            client.text("number");
            assertThat(client.message().text()).isEqualTo("42");
            String cookie = client.header("Set-Cookie").split(";")[0];
            assertThat(members("DELETE", "?session=1", cookie).statusCode()).isEqualTo(200);
            assertThat(client.read().code()).as("under its new id").isEqualTo(1008);
        }
    }

    private static String session() throws Exception {
        HttpResponse<String> made = members("GET", "?make=1", null);
        return made.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    }

    private static HttpResponse<String> members(String method, String query, String cookie) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        application.server().uri("/app/room/members/journal" + query))
                .header("Authorization", ANN)
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (cookie != null) {
            request.header("Cookie", cookie);
        }
        return application.http().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    // ---- others

    @Test
    void theJdksClient() throws Exception {
        LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
        WebSocket socket = application
                .http()
                .newWebSocketBuilder()
                .subprotocols("chat.v2")
                .buildAsync(
                        URI.create("ws://127.0.0.1:" + application.port() + "/app/room/jdk/5"),
                        new WebSocket.Listener() {
                            private final StringBuilder text = new StringBuilder();

                            @Override
                            public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
                                text.append(part);
                                if (last) {
                                    heard.add(text.toString());
                                    text.setLength(0);
                                }
                                from.request(1);
                                return null;
                            }

                            @Override
                            public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
                                heard.add("close " + code);
                                return null;
                            }
                        })
                .get(60, TimeUnit.SECONDS);
        assertThat(socket.getSubprotocol()).isEqualTo("chat.v2");
        socket.sendText("num", false).get(60, TimeUnit.SECONDS);
        socket.sendText("ber", true).get(60, TimeUnit.SECONDS);
        assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("42");
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "done").get(60, TimeUnit.SECONDS);
        assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("close 1000");
        awaitJournal("close jdk 1000 done");
    }

    @Test
    void undeploymentSendsClientsAway() throws Exception {
        Deployer deployer = application.server().service(Deployer.class);
        deployer.deploy("second", directory.resolve("war"), "/second");
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clients.add(RawClient.open(application.port(), "/second/room/away/" + i));
        }
        long before = System.nanoTime();
        Thread answers = new Thread(() -> {
            for (RawClient client : clients.subList(0, 19)) {
                try {
                    assertThat(client.read().code()).isEqualTo(1001);
                    client.close(1001, "");
                    client.rest();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        });
        answers.start();
        deployer.undeploy("second");
        // The twentieth never answers: it is given the close timeout.
        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isBetween(Duration.ofMillis(900), Duration.ofSeconds(15));
        answers.join();
        assertThat(clients.get(19).read().code()).isEqualTo(1001);
        for (RawClient client : clients) {
            client.close();
        }
    }

    // ---- versions of the application side by side

    @Test
    void anOpenConnectionHoldsAVersionThatRetires() throws Exception {
        Deployer deployer = application.server().service(Deployer.class);
        Path war = directory.resolve("war");
        deployer.deploy("talk", war, null, null, new Deployer.Release("1", null));
        try (RawClient client = RawClient.open(application.port(), "/talk/echo")) {
            deployer.deploy("talk", war, null, null, new Deployer.Release("2", null));
            // When another application's old version has gone, this one's has been looked at.
            deployer.deploy("unused", war, null, null, new Deployer.Release("1", null));
            deployer.deploy("unused", war, null, null, new Deployer.Release("2", null));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> deployer.application("unused", "1").isEmpty());
            assertThat(deployer.application("talk", "1").orElseThrow().state()).isEqualTo(Deployer.State.RETIRING);
            client.text("still there");
            assertThat(client.message().text()).isEqualTo("still there");
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() -> deployer.application("talk", "1").isEmpty());
        deployer.undeploy("talk");
        deployer.undeploy("unused");
    }
}
