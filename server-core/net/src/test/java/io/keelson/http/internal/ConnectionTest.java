package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.http.AccessLog;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.RequestBodyException;
import io.keelson.http.ResponseWriter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    /** Keeps each exchange for the test. */
    private static final class Keeping implements HttpHandler {
        private final List<HttpExchange> exchanges = new ArrayList<>();
        private final AtomicInteger ends = new AtomicInteger();

        @Override
        public void handle(HttpExchange exchange) {
            exchange.onEnd(ends::incrementAndGet);
            exchanges.add(exchange);
        }

        HttpExchange last() {
            return exchanges.get(exchanges.size() - 1);
        }
    }

    @Test
    void dispatchesTheNextRequestAfterThePreviousResponse() {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(GET + GET).send(GET);
            assertThat(handler.exchanges).hasSize(1);
            assertThat(http.channel.config().isAutoRead()).isFalse();
            handler.last().reply(200, "one");
            assertThat(handler.exchanges).hasSize(2);
            handler.last().reply(200, "two");
            assertThat(handler.exchanges).hasSize(3);
            assertThat(http.channel.config().isAutoRead()).isTrue();
            handler.last().reply(200, "three");
            assertThat(http.sent()).containsSubsequence("one", "two", "three");
            assertThat(handler.ends).hasValue(3);
        }
    }

    @Test
    void runsHandedOverWorkAndTakesItsAnswer() {
        HttpHandler handler = e -> e.handOver(EmbeddedHttp.ANY, () -> e.reply(200, "worked"));
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            for (int i = 0; i < 3; i++) {
                assertThat(http.send(GET).sent()).isEmpty();
                http.runWork();
                assertThat(http.sent()).endsWith("worked\n");
            }
        }
    }

    @Test
    void endsOnceWhenTheClientGoes() {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
            HttpExchange exchange = handler.last();
            http.channel.close();
            http.channel.runPendingTasks();
            assertThat(handler.ends).hasValue(1);
            assertThatThrownBy(() -> exchange.response().flush()).isInstanceOf(IOException.class);
            byte[] bytes = new byte[9];
            assertThatThrownBy(() -> {
                        exchange.body().poll(bytes, 0, 9);
                        exchange.body().poll(bytes, 0, 9);
                    })
                    .isInstanceOf(RequestBodyException.class);
            exchange.response().complete();
            exchange.abort(null);
            assertThat(handler.ends).hasValue(1);
        }
    }

    /** What waits in a queue for a client that has gone need not begin; one that has only ended its side still waits. */
    @Test
    void saysThatNobodyWaitsForTheAnswerAnyMore() {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(GET);
            handler.last().reply(200, "one");
            http.send(GET);
            HttpExchange exchange = handler.last();
            http.channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            assertThat(exchange.abandoned()).isFalse();
            http.channel.close();
            http.channel.runPendingTasks();
            assertThat(exchange.abandoned()).isTrue();
        }
    }

    @Test
    void sendsTheAnswersBeforeAnAbortedRequest() {
        HttpHandler handler = e -> {
            if (e.request().path().equals("/abort")) {
                e.abort(null);
            } else {
                e.reply(200, "good");
            }
        };
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(GET + "GET /abort HTTP/1.1\r\nHost: a\r\n\r\n" + GET);
            assertThat(http.sent()).containsOnlyOnce("good");
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void keepsItsHandsOffARequestThatWasHandedOver() {
        HttpHandler handler = e -> {
            e.handOver(EmbeddedHttp.ANY, () -> e.reply(200, "worked"));
            throw new IllegalStateException("after the hand-over");
        };
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            assertThat(http.send(GET).sent()).isEmpty();
            assertThat(http.open()).isFalse();
            http.runWork();
            assertThat(http.sent()).isEmpty();
        }
    }

    @Test
    void forgetsTheRequestBefore() {
        List<String> seen = new ArrayList<>();
        HttpHandler handler = e -> {
            seen.add(e.request().target() + " " + e.request().path() + " "
                    + e.request().query() + " "
                    + e.request().authority() + " " + e.request().headers().size() + " "
                    + e.body().trailers().size() + " " + e.body().length());
            e.reply(200, "x");
        };
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("POST /a?b HTTP/1.1\r\nHost: A\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\n");
            http.send("GET /a?b HTTP/1.1\r\nHost: a\r\n\r\n");
            http.send("GET /a HTTP/1.1\r\nHost: b\r\n\r\n");
            http.send("GET /a/a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertThat(seen)
                    .containsExactly(
                            "/a?b /a b a 2 1 -1",
                            "/a?b /a b a 1 0 0",
                            "/a /a null b 1 0 0",
                            "/a/a /a/a null null 1 0 0");
        }
    }

    @Test
    void abortsOnce() {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(GET);
            handler.last().abort(null);
            handler.last().abort(null);
            assertThat(http.open()).isFalse();
            assertThat(http.sent()).isEmpty();
            assertThat(handler.ends).hasValue(1);
        }
    }

    @Test
    void tellsAListenerThatComesTooLateAtOnce() {
        try (EmbeddedHttp http = new EmbeddedHttp(e -> {
            e.reply(200, "x");
            AtomicInteger told = new AtomicInteger();
            e.onEnd(told::incrementAndGet);
            assertThat(told).hasValue(1);
        })) {
            assertThat(http.send(GET).sent()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void closesAfterTheMostRequestsOfAConnection() {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), Map.of("maxKeepAliveRequests", 2))) {
            assertThat(http.send(GET).sent()).doesNotContain("Connection:");
            assertThat(http.send(GET).sent()).contains("Connection: close\r\n");
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void cutsOffASlowHead() {
        Map<String, Object> limits =
                Map.of("headerTimeout", Duration.ofSeconds(10), "idleTimeout", Duration.ofSeconds(30));
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), limits)) {
            http.send(GET).sent();
            http.pass(29_000);
            http.send("GET / HTTP/1.1\r\n");
            for (int i = 0; i < 11; i++) {
                http.pass(1_000);
                http.send("X-" + i + ": y\r\n");
            }
            assertThat(http.sent()).startsWith("HTTP/1.1 408 ");
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void closesAnIdleConnectionSilently() {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), Map.of("idleTimeout", Duration.ofSeconds(30)))) {
            http.send(GET).sent();
            http.pass(30_000);
            assertThat(http.open()).isTrue();
            http.pass(1_000);
            assertThat(http.open()).isFalse();
            assertThat(http.sent()).isEmpty();
        }
    }

    @Test
    void takesAConnectionWithEmptyLinesOnlyForIdle() {
        Map<String, Object> limits =
                Map.of("headerTimeout", Duration.ofSeconds(1), "idleTimeout", Duration.ofSeconds(30));
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), limits)) {
            http.send(GET + "\r\n").sent();
            http.pass(29_000);
            assertThat(http.open()).isTrue();
            http.pass(2_000);
            assertThat(http.open()).isFalse();
            assertThat(http.sent()).isEmpty();
        }
    }

    @Test
    void closesAnUpgradedConnectionThatIsClosedOnOneSideAndSilentOnTheOther() throws IOException {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler, Map.of("idleTimeout", Duration.ofSeconds(30)))) {
            http.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n\r\n");
            ResponseWriter.Upgraded raw = handler.last().response().upgrade();
            http.pass(31_000);
            http.channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            for (int i = 0; i < 3; i++) {
                http.pass(29_000);
                raw.output().write(ByteBuffer.wrap(new byte[1]), false);
            }
            http.pass(29_000);
            assertThat(http.open()).isTrue();
            http.pass(2_000);
            assertThat(http.open()).isFalse();
            assertThat(handler.ends).hasValue(1);
        }
    }

    @Test
    void asksAClientThatHasEndedItsSideWhetherItIsThere() {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(GET);
            http.pass(60_000);
            http.channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            List<Integer> asked = new ArrayList<>();
            for (int second = 1; second <= 100; second++) {
                http.pass(1_000);
                if (http.sent().equals("HTTP/1.1 100 Continue\r\n\r\n")) {
                    asked.add(second);
                }
            }
            assertThat(asked).containsExactly(2, 4, 8, 16, 32, 62, 92);
            handler.last().reply(200, "late");
            assertThat(http.sent()).startsWith("HTTP/1.1 200 ").endsWith("late\n");
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void asksNobodyWhoWouldTakeItForTheAnswer() throws IOException {
        Keeping handler = new Keeping();
        for (String request : List.of("GET / HTTP/1.0\r\n\r\n", GET)) {
            try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
                http.send(request);
                if (request.equals(GET)) {
                    handler.last().response().write(ByteBuffer.wrap(new byte[1]), false);
                }
                http.sent();
                http.channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
                http.pass(60_000);
                assertThat(http.sent()).isEmpty();
                assertThat(http.open()).isTrue();
            }
        }
    }

    @Test
    void closesAConnectionThatNeverSends() {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), Map.of("headerTimeout", Duration.ofSeconds(10)))) {
            http.pass(11_000);
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void failsABodyThatStops() {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), Map.of("bodyTimeout", Duration.ofSeconds(20)))) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
            http.pass(20_000);
            assertThat(http.sent()).isEmpty();
            http.pass(1_000);
            assertThat(http.sent()).startsWith("HTTP/1.1 408 ");
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void failsABodyThatDrips() {
        try (EmbeddedHttp http = new EmbeddedHttp(
                new Echo(),
                Map.of(
                        "bodyTimeout",
                        Duration.ofSeconds(20),
                        "bodyMinRate",
                        new io.keelson.base.config.DataSize(10)))) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n");
            for (int i = 0; i < 25 && http.open(); i++) {
                http.send("x");
                http.pass(1_000);
            }
            assertThat(http.sent()).startsWith("HTTP/1.1 408 ");
        }
    }

    @Test
    void doesNotTimeTheServersOwnSlowness() {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler, Map.of("bodyTimeout", Duration.ofSeconds(20)))) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
            for (int i = 0; i < 100; i++) {
                http.pass(1_000);
            }
            http.send("cde");
            assertThat(handler.last().body().available()).isEqualTo(5);
        }
    }

    @Test
    void stopsReadingAboveTheMarkAndGoesOnBelow() throws IOException {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
            http.send(new byte[BodyQueue.HIGH_MARK - 1]);
            assertThat(http.channel.config().isAutoRead()).isTrue();
            http.send(new byte[1]);
            assertThat(http.channel.config().isAutoRead()).isFalse();
            byte[] bytes = new byte[BodyQueue.HIGH_MARK - BodyQueue.LOW_MARK - 1];
            handler.last().body().poll(bytes, 0, bytes.length);
            assertThat(http.channel.config().isAutoRead()).isFalse();
            handler.last().body().poll(bytes, 0, 1);
            assertThat(http.channel.config().isAutoRead()).isTrue();
        }
    }

    @Test
    void goesOnReadingWhereAListenerTakesAllAtOnce() throws IOException {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
            byte[] bytes = new byte[2 * BodyQueue.HIGH_MARK];
            List<Integer> taken = new ArrayList<>();
            handler.last().body().onReadable(() -> {
                try {
                    taken.add(handler.last().body().poll(bytes, 0, bytes.length));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            http.send(new byte[BodyQueue.HIGH_MARK + 1]);
            assertThat(taken).containsExactly(BodyQueue.HIGH_MARK + 1);
            assertThat(http.channel.config().isAutoRead()).isTrue();
        }
    }

    @Test
    void asksForTheBodyWhenItIsFirstRead() throws IOException {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            assertThat(http.sent()).isEmpty();
            byte[] bytes = new byte[9];
            assertThat(handler.last().body().poll(bytes, 0, 9)).isZero();
            handler.last().body().poll(bytes, 0, 9);
            assertThat(http.sent()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            http.send("ab");
            assertThat(handler.last().body().poll(bytes, 0, 9)).isEqualTo(2);
            assertThat(handler.last().body().poll(bytes, 0, 9)).isEqualTo(-1);
            handler.last().reply(200, "x");
            assertThat(http.sent()).startsWith("HTTP/1.1 200").doesNotContain("close");
        }
    }

    @Test
    void closesWhereTheBodyWasNeverAskedFor() {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            handler.last().reply(401, "no");
            assertThat(http.sent()).startsWith("HTTP/1.1 401").contains("Connection: close");
            assertThat(http.open()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keepsTheConnectionWhereTheBodyCameUnaskedBeforeTheAnswer(boolean withTheHead) {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            String head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
            if (withTheHead) {
                http.send(head + "a");
            } else {
                http.send(head).send("a");
            }
            handler.last().reply(401, "no");
            assertThat(http.sent()).startsWith("HTTP/1.1 401").doesNotContain("Connection:");
            http.send("b" + GET);
            handler.last().reply(200, "next");
            assertThat(http.sent()).startsWith("HTTP/1.1 200").endsWith("next\n");
        }
    }

    /** The connection is closed then, and the client is to know it from the response (RFC 9112, 9.6). */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Expect: 100-continue\r\nContent-Length: 5000000\r\n\r\nabc",
                "Content-Length: 5000000\r\n\r\n",
                "Content-Length: 5000000\r\n\r\nabc",
                "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
            })
    void saysThatItClosesWhereMoreIsToComeThanIsReadOver(String rest) throws IOException {
        for (boolean whole : new boolean[] {true, false}) {
            Keeping handler = new Keeping();
            try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
                http.send("POST / HTTP/1.1\r\nHost: a\r\n" + rest);
                if (whole) {
                    handler.last().reply(401, "no");
                } else {
                    handler.last().response().flush();
                    handler.last().response().complete();
                }
                assertThat(http.sent()).startsWith("HTTP/1.1 ").contains("Connection: close");
                http.send(new byte[300_000]);
                assertThat(http.sent()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Content-Length: 200000\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"})
    void keepsTheConnectionWhereTheRestIsReadOver(String rest) {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\n" + rest);
            handler.last().reply(401, "no");
            assertThat(http.sent()).startsWith("HTTP/1.1 401").doesNotContain("Connection:");
        }
    }

    /** Who reads while it answers gets all, and the connection is kept. */
    @Test
    void keepsTheConnectionWhereALargeBodyIsTakenBehindTheHead() throws IOException {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 400000\r\n\r\nabc");
            byte[] bytes = new byte[100_000];
            assertThat(handler.last().body().poll(bytes, 0, bytes.length)).isEqualTo(3);
            handler.last().response().flush();
            int left = 400_000 - 3;
            while (left > 0) {
                http.send(new byte[Math.min(left, 50_000)]);
                left -= handler.last().body().poll(bytes, 0, bytes.length);
            }
            handler.last().response().complete();
            assertThat(http.sent()).startsWith("HTTP/1.1 200").doesNotContain("Connection:");
            http.send(GET);
            assertThat(handler.exchanges).hasSize(2);
        }
    }

    @Test
    void saysThatItClosesWhereTheServerStopsDuringAnUpload() throws IOException {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab");
            http.dispatcher.phase(Dispatcher.Phase.DRAINING);
            http.send("cd");
            byte[] bytes = new byte[9];
            assertThat(handler.last().body().poll(bytes, 0, 9)).isEqualTo(4);
            handler.last().reply(200, "x");
            assertThat(http.sent()).startsWith("HTTP/1.1 200").contains("Connection: close");
            assertThat(http.open()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1\r\nHost: a\r\n", "HTTP/1.0\r\nConnection: keep-alive\r\n"})
    void sendsNoBodyToHeadWhoeverAnswers(String rest) {
        try (EmbeddedHttp http = new EmbeddedHttp(e -> e.reply(200, "text"), Map.of())) {
            http.send("HEAD / " + rest + "\r\n");
            assertThat(http.sent())
                    .startsWith("HTTP/1.1 200")
                    .contains("Length: 5\r\n")
                    .endsWith("\r\n\r\n");
            assertThat(http.open()).isTrue();
            http.dispatcher.phase(Dispatcher.Phase.CLOSED);
            http.send("HEAD / " + rest + "\r\n");
            assertThat(http.sent())
                    .startsWith("HTTP/1.1 503")
                    .contains("Length: 44")
                    .endsWith("\r\n\r\n");
        }
        try (EmbeddedHttp http = new EmbeddedHttp(e -> {})) {
            http.send("HEAD / " + rest + "Content-Length: x\r\n\r\n");
            assertThat(http.sent()).startsWith("HTTP/1.1 400").endsWith("\r\n\r\n");
        }
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("HEAD / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                    .send("zz");
            handler.last().reply(200, "text");
            assertThat(http.sent()).startsWith("HTTP/1.1 400").endsWith("\r\n\r\n");
        }
    }

    @Test
    void readsOverABodyThatNobodyReadUpToABound() {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n");
            handler.last().reply(200, "x");
            http.send(new byte[200_000]).send(GET);
            assertThat(handler.exchanges).hasSize(2);
            handler.last().reply(200, "y");
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n");
            handler.last().reply(200, "z");
            for (int i = 0; i < 9 && http.open(); i++) {
                http.send(new byte[50_000]);
            }
            assertThat(http.open()).isFalse();
        }
    }

    /** Of the body of a request nothing may be seen by the next one, whatever the handler took of it and however it came. */
    @ParameterizedTest
    @CsvSource({"0,true", "0,false", "2,true", "2,false", "5,true", "5,false"})
    void givesTheNextRequestNothingOfABodyThatNobodyRead(int taken, boolean withTheHead) throws IOException {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            String head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n";
            String chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
            for (String first : List.of(head + "12345", chunked + "5\r\n12345\r\n0\r\n\r\n")) {
                if (withTheHead) {
                    http.send(first);
                } else {
                    int end = first.indexOf("\r\n\r\n") + 4;
                    http.send(first.substring(0, end)).send(first.substring(end));
                }
                handler.last().body().poll(new byte[9], 0, taken);
                handler.last().reply(200, "first");
                http.send(GET);
                assertThat(handler.last().body().available()).isZero();
                assertThat(handler.last().body().poll(new byte[9], 0, 9)).isEqualTo(-1);
                handler.last().reply(200, "between");
                http.send(head + "other");
                byte[] bytes = new byte[9];
                assertThat(handler.last().body().poll(bytes, 0, 9)).isEqualTo(5);
                assertThat(new String(bytes, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("other");
                assertThat(handler.last().body().finished()).isTrue();
                handler.last().reply(200, "second");
            }
        }
    }

    @Test
    void servesApplicationsOnlyWhenOpen() {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo())) {
            http.dispatcher.phase(Dispatcher.Phase.CLOSED);
            assertThat(http.send(GET).sent()).startsWith("HTTP/1.1 503").contains("Connection: close");
            assertThat(http.open()).isFalse();
            assertThat(http.loop.applications()).isZero();
        }
    }

    @Test
    void countsExchangesOfApplications() {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(GET);
            assertThat(http.loop.applications()).isEqualTo(1);
            handler.last().reply(200, "x");
            assertThat(http.loop.applications()).isZero();
            http.send(GET);
            http.channel.close();
            http.channel.runPendingTasks();
            assertThat(http.loop.applications()).isZero();
        }
    }

    @Test
    void tellsTheAccessLog() {
        AtomicReference<String> line = new AtomicReference<>();
        AccessLog log = e -> line.set(e.remoteAddress().getPort() + " " + e.user() + " "
                + e.request().method() + " "
                + e.request().target() + " " + e.request().headers().get("Referer") + " " + e.status() + " " + e.bytes()
                + " " + e.durationNanos() + " " + e.startedMillis());
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.dispatcher.accessLog(log);
            http.send("GET /x?y HTTP/1.1\r\nHost: a\r\nReferer: r\r\n\r\n");
            handler.last().user("me");
            http.pass(5);
            handler.last().reply(200, "four");
            assertThat(line).hasValue("50000 me GET /x?y r 200 5 5000000 784111777000");
            http.send("GET /x HTTP/1.1\r\nHost: a\r\nReferer: r\r\nHost: b\r\n\r\n")
                    .sent();
            assertThat(line.get()).startsWith("50000 null GET /x r 400 ");
        }
    }

    private static final String CHUNKED = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "-1\r\n", "ffffffffffffffffff\r\n", "3\r\nabcd", "0\r\nX y\r\n\r\n"})
    void dispatchesNoRequestWhoseBodyIsMalformedAsFarAsItHasCome(String body) {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(CHUNKED + body);
            assertThat(handler.exchanges).isEmpty();
            assertThat(http.sent()).startsWith("HTTP/1.1 400 ").contains("Connection: close\r\n");
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void dispatchesARequestWithWhatHasComeOfItsBody() throws IOException {
        AtomicInteger there = new AtomicInteger();
        try (EmbeddedHttp http = new EmbeddedHttp(e -> {
            there.set(e.body().available());
            e.reply(200, "x");
        })) {
            http.send(CHUNKED + "3\r\nabc\r\n");
            assertThat(there).hasValue(3);
            // How much is still to come is not known, so that the connection cannot be kept.
            assertThat(http.sent()).startsWith("HTTP/1.1 200 OK").contains("Connection: close");
        }
    }

    @Test
    void answers400InPlaceOfTheHandlerWhereTheBodyIsMalformedLater() throws IOException {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(CHUNKED + "3\r\nabc\r\n").send("zz\r\n");
            assertThat(http.sent()).isEmpty();
            HttpExchange e = handler.last();
            byte[] bytes = new byte[9];
            assertThat(e.body().poll(bytes, 0, 9)).isEqualTo(3);
            assertThatThrownBy(() -> e.body().poll(bytes, 0, 9)).isInstanceOf(RequestBodyException.class);
            e.response().status(405);
            e.response().headers().set("Allow", "GET");
            e.response().write(ByteBuffer.wrap(new byte[70_000]), false);
            e.response().write(ByteBuffer.wrap(new byte[3]), false);
            e.response().complete();
            assertThat(http.sent())
                    .startsWith("HTTP/1.1 400 ")
                    .doesNotContain("Allow", "Transfer-Encoding")
                    .contains("Connection: close\r\n")
                    .endsWith("\r\n\r\nThe framing of the chunked body is malformed.\n");
            assertThat(handler.ends).hasValue(1);
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void leavesTheAnswerToAHandlerThatSaysTheSame() {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(CHUNKED).send("zz\r\n");
            handler.last().reply(400, "in my own words");
            assertThat(http.sent()).contains("Connection: close\r\n").endsWith("in my own words\n");
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void leavesAnAnswerThatHasBegun() throws IOException {
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler)) {
            http.send(CHUNKED);
            handler.last().response().flush();
            http.send("zz\r\n");
            handler.last().response().complete();
            assertThat(http.sent()).startsWith("HTTP/1.1 200 ").endsWith("\r\n0\r\n\r\n");
            assertThat(http.open()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 9\r\n\r\n",
                "Content-Length: 9\r\nExpect: 100-continue\r\n\r\n",
                "Transfer-Encoding: chunked\r\n\r\n9\r\n123456789\r\n"
            })
    void dispatchesABodyThatIsTooLargeOnlyToAHandlerThatSetsTheLimit(String rest) {
        Map<String, Object> limits = Map.of("maxBodySize", new io.keelson.base.config.DataSize(8));
        Keeping handler = new Keeping();
        try (EmbeddedHttp http = new EmbeddedHttp(handler, limits)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\n" + rest);
            assertThat(handler.exchanges).isEmpty();
            assertThat(http.sent()).startsWith("HTTP/1.1 413 ").contains("Connection: close\r\n");
            assertThat(http.open()).isFalse();
        }
        HttpHandler raising = new HttpHandler() {
            @Override
            public void handle(HttpExchange exchange) {
                exchange.body().limit(9);
                handler.handle(exchange);
            }

            @Override
            public boolean limitsBody() {
                return true;
            }
        };
        try (EmbeddedHttp http = new EmbeddedHttp(raising, limits)) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\n" + rest);
            assertThat(handler.exchanges).hasSize(1);
        }
    }
}
