package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what a connection says of clients that are at fault, and what changed limits do to one that is open. */
class ClientFaultsTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final Logger LOGGER = Logger.getLogger("io.keelson.http");

    private final List<LogRecord> logged = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord logRecord) {
            logged.add(logRecord);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        LOGGER.removeHandler(handler);
    }

    @Test
    void saysOnceInAWhileThatClientsWereTooSlow() {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), Map.of("headerTimeout", Duration.ofSeconds(1)))) {
            for (int i = 0; i < 3; i++) {
                http.loop.slowClients().body(http.address());
            }
            http.send("GET / HT");
            http.pass(2_000);
            assertThat(http.sent()).startsWith("HTTP/1.1 408 ");
            assertThat(logged).singleElement().satisfies(said -> {
                assertThat(said.getMessage())
                        .contains("KLS-002702: 4 connections", "1 in sending the head", "3 in", "0 in", "127.0.0.1");
                assertThat(said.getThrown()).isNull();
            });
            http.loop.slowClients().response(http.address());
            http.pass(9_000);
            assertThat(logged).hasSize(1);
            http.loop.slowClients().response(http.address());
            http.pass(2_000);
            assertThat(logged).hasSize(2);
            assertThat(logged.get(1).getMessage()).contains("2 connections", "2 in reading the response");
            http.pass(30_000);
            assertThat(logged).hasSize(2);
        }
    }

    @Test
    void aConnectionThatIsMerelyIdleIsNoSlowClient() {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), Map.of("idleTimeout", Duration.ofSeconds(1)))) {
            http.send(GET).sent();
            http.pass(2_000);
            assertThat(http.open()).isFalse();
            assertThat(logged).isEmpty();
        }
    }

    @Test
    void anIdleConnectionFollowsAChangedTimeOut() {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), Map.of("idleTimeout", Duration.ofSeconds(30)))) {
            http.send(GET).sent();
            http.pass(10_000);
            http.limits(Map.of("idleTimeout", Duration.ofSeconds(60)));
            http.pass(30_000);
            assertThat(http.open()).isTrue();
            http.limits(Map.of("idleTimeout", Duration.ofSeconds(5)));
            http.pass(500);
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void aRequestKeepsTheLimitsWithWhichItBegan() {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), Map.of("maxHeaderCount", 5))) {
            http.send("GET / HTTP/1.1\r\nHost: a\r\n");
            http.limits(Map.of("maxHeaderCount", 2, "maxRequestLine", io.keelson.base.config.DataSize.parse("64B")));
            http.send("A: 1\r\nB: 2\r\nC: 3\r\n\r\n");
            assertThat(http.sent()).startsWith("HTTP/1.1 200 ");
            http.send("GET / HTTP/1.1\r\nHost: a\r\nA: 1\r\n\r\n");
            assertThat(http.sent()).startsWith("HTTP/1.1 200 ");
            http.send("GET /" + "x".repeat(100) + " HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(http.sent()).startsWith("HTTP/1.1 414 ");
        }
    }

    @Test
    void aBodyFollowsTheTimeOutsWithWhichItsRequestBegan() {
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), Map.of("bodyTimeout", Duration.ofSeconds(20)))) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
            http.limits(Map.of("bodyTimeout", Duration.ofSeconds(1)));
            http.pass(10_000);
            assertThat(http.sent()).isEmpty();
            http.send("cde");
            assertThat(http.sent()).contains("[abcde]");
            http.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
            http.pass(2_000);
            assertThat(http.sent()).startsWith("HTTP/1.1 408 ");
        }
    }

    @Test
    void aBodyThatTurnsOutMalformedAfterTheAnswerClosesTheConnection() {
        try (EmbeddedHttp http = new EmbeddedHttp(e -> e.reply(200, "at once"))) {
            http.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
            assertThat(http.sent()).startsWith("HTTP/1.1 200 ").endsWith("at once\n");
            http.send("zz\r\n" + GET);
            // Nothing of what follows is a request: the two could be told apart by nobody.
            assertThat(http.sent()).isEmpty();
            assertThat(http.open()).isFalse();
        }
    }

    @Test
    void aStepOfTheClockChangesTheDateAndNoTimeOut() {
        Map<String, Object> limits =
                Map.of("headerTimeout", Duration.ofSeconds(10), "idleTimeout", Duration.ofSeconds(30));
        try (EmbeddedHttp http = new EmbeddedHttp(new Echo(), limits)) {
            http.send(GET);
            assertThat(http.sent()).contains("Date: Sun, 06 Nov 1994 08:49:37 GMT");
            http.ticker.millis += Duration.ofHours(1).toMillis();
            http.pass(1_000);
            assertThat(http.open()).isTrue();
            http.send(GET);
            assertThat(http.sent()).contains("Date: Sun, 06 Nov 1994 09:49:37 GMT");
            http.send("GET / HT");
            http.ticker.millis -= Duration.ofHours(2).toMillis();
            http.pass(9_000);
            assertThat(http.sent()).isEmpty();
            http.pass(2_000);
            assertThat(http.sent()).startsWith("HTTP/1.1 408 ").contains("Date: Sun, 06 Nov 1994 07:49:37 GMT");
        }
    }
}
