package io.keelson.http.internal;

import static io.keelson.net.fixture.H2Frames.data;
import static io.keelson.net.fixture.H2Frames.fields;
import static io.keelson.net.fixture.H2Frames.frame;
import static io.keelson.net.fixture.H2Frames.integer;
import static io.keelson.net.fixture.H2Frames.join;
import static io.keelson.net.fixture.H2Frames.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.DataSize;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.net.fixture.H2Frames;
import io.keelson.net.fixture.H2Frames.Frame;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what an HTTP/2 connection reads: requests, bodies, and what is wrong with frames, section by section of RFC 9113. */
class Http2ConnectionTest {
    private static final String GET_REPLY = "DATA 1 'GET / a []\n' end";

    private static H2Peer echo() {
        return new H2Peer(new Echo()).begin();
    }

    // ---- the beginning

    @Test
    void saysItsSettingsAndWindowFirst() {
        try (H2Peer peer = new H2Peer(new Echo())) {
            peer.send(H2Frames.preface(), H2Frames.settings());
            List<Frame> first = peer.received();
            assertThat(first)
                    .extracting(Frame::toString)
                    .containsExactly("SETTINGS", "WINDOW_UPDATE " + (1024 * 1024 - 65535), "SETTINGS_ACK");
            assertThat(first.get(0).fields())
                    .containsEntry("3", List.of("100"))
                    .containsEntry("4", List.of("65536"))
                    .containsEntry("5", List.of("16384"))
                    .containsEntry("6", List.of("32768"));
        }
    }

    @Test
    void readsTheSameInPiecesOfAnySize() {
        byte[] all;
        try (H2Peer peer = new H2Peer(new Echo())) {
            byte[] block = peer.frames.block(fields("POST", "/p", "content-length", "5"));
            byte[] rest = Arrays.copyOfRange(block, 3, block.length);
            all = join(
                    H2Frames.preface(),
                    H2Frames.settings(4, 70_000),
                    frame(H2Frames.HEADERS, 0, 1, Arrays.copyOf(block, 3)),
                    frame(H2Frames.CONTINUATION, H2Frames.END_HEADERS, 1, rest),
                    frame(H2Frames.DATA, H2Frames.PADDED, 1, new byte[] {2, 'a', 'b', 'c', 0, 0}),
                    frame(H2Frames.PING, 0, 0, new byte[8]),
                    data(1, "de", true));
        }
        for (int size = 1; size <= all.length; size++) {
            try (H2Peer peer = new H2Peer(new Echo())) {
                for (int from = 0; from < all.length; from += size) {
                    peer.send(Arrays.copyOfRange(all, from, Math.min(all.length, from + size)));
                }
                assertThat(peer.said())
                        .as("pieces of " + size)
                        .endsWith("PING_ACK 0", "HEADERS 1 200", "DATA 1 'POST /p a [abcde]\n' end");
            }
        }
    }

    @Test
    void refusesAnotherPreface() {
        try (H2Peer peer = new H2Peer(new Echo())) {
            peer.http.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\rX");
            assertThat(peer.said()).endsWith("GOAWAY 0 PROTOCOL_ERROR");
            assertThat(peer.http.open()).isFalse();
        }
    }

    @Test
    void isSpokenFromTheFirstByteWhereItWasChosen() {
        try (H2Peer peer = new H2Peer(new EmbeddedHttp(new Echo(), "h2")).begin()) {
            peer.get(1, "/");
            assertThat(peer.said()).containsExactly("HEADERS 1 200", GET_REPLY);
        }
        try (H2Peer peer = new H2Peer(new EmbeddedHttp(new Echo(), "h2"))) {
            peer.http.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(peer.said()).endsWith("GOAWAY 0 PROTOCOL_ERROR");
        }
    }

    @Test
    void isNotSpokenWhereItIsSwitchedOff() {
        try (H2Peer peer = new H2Peer(new Echo(), Map.of("http2Enabled", false))) {
            peer.http.send(new String(H2Frames.preface(), StandardCharsets.ISO_8859_1));
            assertThat(peer.http.sent()).startsWith("HTTP/1.1 505 ");
            assertThat(peer.http.open()).isFalse();
        }
    }

    @Test
    void isFoundInTheFirstLineOnly() {
        try (H2Peer peer = new H2Peer(new Echo())) {
            peer.http.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n" + "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            assertThat(peer.http.sent()).startsWith("HTTP/1.1 200 ").contains("HTTP/1.1 505 ");
        }
    }

    // ---- requests

    @Test
    void answersRequests() {
        try (H2Peer peer = echo()) {
            peer.get(1, "/x?y=z");
            List<Frame> answer = peer.received();
            assertThat(answer)
                    .extracting(Frame::toString)
                    .containsExactly("HEADERS 1 200", "DATA 1 'GET /x?y=z a []\n' end");
            assertThat(answer.get(0).fields())
                    .containsEntry("content-type", List.of("text/plain;charset=utf-8"))
                    .containsEntry("content-length", List.of("16"))
                    .containsKey("date")
                    .doesNotContainKeys("connection", "transfer-encoding");
            peer.get(3, "/again");
            assertThat(peer.said()).containsExactly("HEADERS 3 200", "DATA 3 'GET /again a []\n' end");
        }
    }

    @Test
    void givesTheHeadToHandlersAsHttp1Does() {
        List<String> seen = new ArrayList<>();
        try (H2Peer peer = new H2Peer(e -> {
                    seen.add(e.request().protocol() + " " + e.request().scheme() + " "
                            + e.request().path() + " " + e.request().query() + " "
                            + e.request().authority() + " " + e.protocolRequestId());
                    e.request().headers().forEach((name, value) -> seen.add(name + "=" + value));
                    e.reply(200, "");
                })
                .begin()) {
            peer.send(peer.frames.headers(
                    5,
                    true,
                    ":method",
                    "GET",
                    ":authority",
                    "Shop.Example:81",
                    ":scheme",
                    "http",
                    ":path",
                    "/a%20b?c",
                    "cookie",
                    "a=b",
                    "x-a",
                    "1",
                    "cookie",
                    "c=d",
                    "te",
                    "trailers",
                    "x-a",
                    ""));
            assertThat(seen)
                    .containsExactly(
                            "HTTP/2.0 http /a%20b c shop.example:81 5",
                            "x-a=1", "te=trailers", "x-a=", "host=shop.example:81", "cookie=a=b; c=d");
        }
    }

    @Test
    void answersInTheOrderInWhichHandlersAreDone() {
        List<io.keelson.http.HttpExchange> kept = new ArrayList<>();
        try (H2Peer peer = new H2Peer(kept::add).begin()) {
            peer.get(1, "/").get(3, "/").get(5, "/");
            kept.get(2).reply(200, "third");
            kept.get(0).reply(404, "first");
            assertThat(peer.said())
                    .containsExactly("HEADERS 5 200", "DATA 5 'third\n' end", "HEADERS 1 404", "DATA 1 'first\n' end");
            kept.get(1).reply(200, "second");
            assertThat(peer.said()).containsExactly("HEADERS 3 200", "DATA 3 'second\n' end");
        }
    }

    @Test
    void takesBodiesAndTrailers() {
        try (H2Peer peer = echo()) {
            peer.post(1).send(data(1, "ab", false), data(1, "c", false));
            peer.send(peer.frames.headers(1, true, "x-sum", "9", "content-length", "7"));
            assertThat(peer.said()).containsExactly("HEADERS 1 200", "DATA 1 'POST / a [abc] x-sum=9\n' end");
        }
    }

    @Test
    void letsTheClientSendWhenTheBodyIsRead() {
        try (H2Peer peer = echo()) {
            peer.post(1, "expect", "100-continue", "content-length", "2");
            assertThat(peer.said()).containsExactly("HEADERS 1 100");
            peer.send(data(1, "ok", true));
            assertThat(peer.said()).containsExactly("HEADERS 1 200", "DATA 1 'POST / a [ok]\n' end");
        }
    }

    @Test
    void tellsTheClientToStopSendingWhatNobodyReads() {
        try (H2Peer peer = new H2Peer(e -> e.reply(403, "no")).begin()) {
            peer.post(1);
            assertThat(peer.said()).containsExactly("HEADERS 1 403", "DATA 1 'no\n' end", "RST_STREAM 1 NO_ERROR");
            peer.send(data(1, "under way", true)).get(3, "/");
            assertThat(peer.said()).containsExactly("HEADERS 3 403", "DATA 3 'no\n' end");
        }
    }

    @Test
    void refusesABodyThatIsTooLarge() {
        try (H2Peer peer = new H2Peer(new Echo(), Map.of("maxBodySize", new DataSize(10))).begin()) {
            peer.post(1, "content-length", "11");
            assertThat(peer.said()).startsWith("HEADERS 1 413").endsWith("RST_STREAM 1 NO_ERROR");
            peer.post(3).send(data(3, "01234567890", false));
            assertThat(peer.said()).contains("HEADERS 3 413").endsWith("RST_STREAM 3 NO_ERROR");
        }
    }

    @Test
    void answersWhatIsAboutTheWholeServer() {
        try (H2Peer peer = echo()) {
            peer.send(peer.frames.headers(1, true, fields("OPTIONS", "*")));
            Frame answer = peer.received().get(0);
            assertThat(answer.toString()).isEqualTo("HEADERS 1 200 end");
            assertThat(answer.field("allow")).contains("GET");
        }
    }

    // ---- requests that are refused, with an answer

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(400, fields("GET", "/a\\b")),
                Arguments.of(400, fields("GET", "/%zz")),
                Arguments.of(400, fields("GET", "*")),
                Arguments.of(400, fields("GET", "a")),
                Arguments.of(400, new String[] {":method", "GET", ":scheme", "ftp", ":path", "/", ":authority", "a"}),
                Arguments.of(
                        400, new String[] {":method", "GET", ":scheme", "http", ":path", "/", ":authority", "u@a"}),
                Arguments.of(400, new String[] {":method", "GET", ":scheme", "http", ":path", "/"}),
                Arguments.of(400, fields("GET", "/", "host", "a", "host", "a")),
                Arguments.of(414, fields("GET", "/" + "x".repeat(300))),
                Arguments.of(417, fields("GET", "/", "expect", "more")),
                Arguments.of(431, fields("GET", "/", "x-y", "z".repeat(500))),
                Arguments.of(501, new String[] {":method", "CONNECT", ":authority", "a:1"}),
                Arguments.of(501, fields("M".repeat(40), "/")));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refusesAsHttp1Does(int status, String[] fields) {
        try (H2Peer peer = new H2Peer(
                        new Echo(), Map.of("maxHeaderSize", new DataSize(512), "maxRequestLine", new DataSize(256)))
                .begin()) {
            peer.send(peer.frames.headers(1, true, fields));
            assertThat(peer.said()).first().isEqualTo("HEADERS 1 " + status);
            peer.get(3, "/");
            assertThat(peer.said()).first().isEqualTo("HEADERS 3 200");
        }
    }

    @Test
    void countsFieldsButNotEachCookie() {
        try (H2Peer peer = new H2Peer(new Echo(), Map.of("maxHeaderCount", 3)).begin()) {
            peer.get(1, "/", "a", "1", "cookie", "a=1", "cookie", "b=2", "cookie", "c=3", "b", "2");
            assertThat(peer.said()).startsWith("HEADERS 1 200");
            peer.get(3, "/", "a", "1", "b", "2", "c", "3", "d", "4");
            assertThat(peer.said()).startsWith("HEADERS 3 431");
        }
    }

    // ---- malformed requests (RFC 9113, 8.1.1): the stream fails, the connection goes on

    static Stream<Arguments> malformed() {
        String[] none = {};
        return Stream.of(
                Arguments.of("no fields", none),
                Arguments.of("no method", new String[] {":scheme", "http", ":path", "/", ":authority", "a"}),
                Arguments.of("no scheme", new String[] {":method", "GET", ":path", "/", ":authority", "a"}),
                Arguments.of("no path", new String[] {":method", "GET", ":scheme", "http", ":authority", "a"}),
                Arguments.of("empty path", fields("GET", "")),
                Arguments.of("method that is no token", fields("G T", "/")),
                Arguments.of("two methods", fields("GET", "/", ":method", "GET")),
                Arguments.of("two paths", fields("GET", "/", ":path", "/")),
                Arguments.of("two schemes", fields("GET", "/", ":scheme", "http")),
                Arguments.of("two authorities", fields("GET", "/", ":authority", "a")),
                Arguments.of("a pseudo-field of responses", fields("GET", "/", ":status", "200")),
                Arguments.of("an unknown pseudo-field", fields("GET", "/", ":protocol", "websocket")),
                Arguments.of("another host", fields("GET", "/", "host", "b")),
                Arguments.of("connection", fields("GET", "/", "connection", "close")),
                Arguments.of("keep-alive", fields("GET", "/", "keep-alive", "1")),
                Arguments.of("proxy-connection", fields("GET", "/", "proxy-connection", "close")),
                Arguments.of("upgrade", fields("GET", "/", "upgrade", "h2c")),
                Arguments.of("transfer-encoding", fields("GET", "/", "transfer-encoding", "chunked")),
                Arguments.of("te", fields("GET", "/", "te", "gzip")),
                Arguments.of("upper-case name", fields("GET", "/", "X-a", "b")),
                Arguments.of("name that is no token", fields("GET", "/", "x a", "b")),
                Arguments.of("empty name", fields("GET", "/", "", "b")),
                Arguments.of("value with a line end", fields("GET", "/", "x", "a\r\nb")),
                Arguments.of("value with NUL", fields("GET", "/", "x", "a\0b")),
                Arguments.of("value with a blank in front", fields("GET", "/", "x", " a")),
                Arguments.of("value with a blank behind", fields("GET", "/", "x", "a\t")),
                Arguments.of("a length that is none", fields("GET", "/", "content-length", "+1")),
                Arguments.of("two lengths", fields("GET", "/", "content-length", "0", "content-length", "0")),
                Arguments.of("a length without a body", fields("GET", "/", "content-length", "1")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void resetsWhatIsMalformed(String what, String[] fields) {
        try (H2Peer peer = echo()) {
            peer.send(peer.frames.headers(1, true, fields));
            assertThat(peer.said()).as(what).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
            peer.get(3, "/");
            assertThat(peer.said()).containsExactly("HEADERS 3 200", "DATA 3 'GET / a []\n' end");
        }
    }

    @Test
    void resetsAPseudoFieldBehindOthers() {
        try (H2Peer peer = echo()) {
            byte[] first = peer.frames.block(":method", "GET", ":scheme", "http", "x", "y");
            byte[] second = peer.frames.block(":path", "/", ":authority", "a");
            peer.send(frame(H2Frames.HEADERS, 5, 1, join(first, second)));
            assertThat(peer.said()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
        }
    }

    @Test
    void resetsABodyOfAnotherLength() {
        try (H2Peer peer = echo()) {
            peer.post(1, "content-length", "2").send(data(1, "abc", true));
            assertThat(peer.said()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
            peer.post(3, "content-length", "2").send(data(3, "a", true));
            assertThat(peer.said()).containsExactly("RST_STREAM 3 PROTOCOL_ERROR");
            peer.post(5, "content-length", "2").send(data(5, "a", false));
            peer.send(peer.frames.headers(5, true, "x", "y"));
            assertThat(peer.said()).containsExactly("RST_STREAM 5 PROTOCOL_ERROR");
        }
    }

    @Test
    void resetsMalformedTrailers() {
        try (H2Peer peer = echo()) {
            peer.post(1).send(peer.frames.headers(1, false, "x", "y"));
            assertThat(peer.said()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
            peer.post(3).send(peer.frames.headers(3, true, ":path", "/"));
            assertThat(peer.said()).containsExactly("RST_STREAM 3 PROTOCOL_ERROR");
        }
    }

    // ---- states of streams (RFC 9113, 5.1)

    @Test
    void resetsAStreamThatGoesOnAfterItsEnd() {
        List<io.keelson.http.HttpExchange> kept = new ArrayList<>();
        try (H2Peer peer = new H2Peer(kept::add).begin()) {
            peer.get(1, "/").send(data(1, "x", true));
            assertThat(peer.said()).containsExactly("RST_STREAM 1 STREAM_CLOSED");
            peer.get(3, "/").get(3, "/");
            assertThat(peer.said()).containsExactly("RST_STREAM 3 STREAM_CLOSED");
        }
    }

    @Test
    void resetsAStreamThatGoesOnAfterItsReset() {
        try (H2Peer peer = echo()) {
            peer.post(1).send(H2Frames.reset(1, 8), data(1, "x", false));
            assertThat(peer.said()).containsExactly("RST_STREAM 1 STREAM_CLOSED");
        }
    }

    @Test
    void ignoresWhatWasUnderWayWhenItResetAStream() {
        try (H2Peer peer = echo()) {
            peer.post(1, "te", "no").send(data(1, "x", false), windowUpdate(1, 10), H2Frames.reset(1, 8));
            peer.send(peer.frames.headers(1, true, "x", "y"));
            assertThat(peer.said()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
            assertThat(peer.http.open()).isTrue();
        }
    }

    @Test
    void ignoresWindowForAStreamThatHasEnded() {
        try (H2Peer peer = echo()) {
            peer.get(1, "/").send(windowUpdate(1, 10), H2Frames.reset(1, 8));
            assertThat(peer.said()).containsExactly("HEADERS 1 200", GET_REPLY);
            assertThat(peer.http.open()).isTrue();
        }
    }

    /** Frames that end the connection, after a first request that was answered. */
    static Stream<Arguments> fatal() {
        H2Frames frames = new H2Frames();
        byte[] many = new byte[16 * 1024 + 1];
        return Stream.of(
                fatal("data for an ended stream", "STREAM_CLOSED", data(1, "x", true)),
                fatal("data for an idle stream", "PROTOCOL_ERROR", data(3, "x", true)),
                fatal("data for no stream", "PROTOCOL_ERROR", data(0, "x", true)),
                fatal("data padded beyond its end", "PROTOCOL_ERROR", paddedBeyondItsEnd()),
                fatal("padded data without a length", "FRAME_SIZE_ERROR", frame(0, H2Frames.PADDED, 1)),
                fatal("fields for no stream", "PROTOCOL_ERROR", frames.headers(0, true, fields("GET", "/"))),
                fatal("fields for a stream of the server", "PROTOCOL_ERROR", frame(1, 5, 2)),
                fatal("fields for an ended stream", "STREAM_CLOSED", frame(1, 5, 1)),
                fatal("fields padded beyond their end", "PROTOCOL_ERROR", frame(1, 13, 3, new byte[] {5, 1})),
                fatal("padded fields without a length", "FRAME_SIZE_ERROR", frame(1, 13, 3)),
                fatal("fields with half a priority", "FRAME_SIZE_ERROR", frame(1, 37, 3, new byte[] {0, 0})),
                fatal("fields that cannot be decoded", "COMPRESSION_ERROR", frame(1, 5, 3, new byte[] {(byte) 0xff, 90
                })),
                fatal("fields that are cut off", "COMPRESSION_ERROR", frame(1, 5, 3, new byte[] {0, 10, 'a'})),
                fatal("fields with index 0", "COMPRESSION_ERROR", frame(1, 5, 3, new byte[] {(byte) 0x80})),
                fatal("a table larger than allowed", "COMPRESSION_ERROR", frame(1, 5, 3, new byte[] {
                    0x3f, (byte) 0xe2, 0x1f
                })),
                fatal(
                        "a frame within a header block",
                        "PROTOCOL_ERROR",
                        join(frame(1, 0, 3), frame(6, 0, 0, new byte[8]))),
                fatal(
                        "an unknown frame within a header block",
                        "PROTOCOL_ERROR",
                        join(frame(1, 0, 3), frame(99, 0, 3))),
                fatal("a header block of two streams", "PROTOCOL_ERROR", join(frame(1, 0, 3), frame(9, 4, 5))),
                fatal("a continuation of nothing", "PROTOCOL_ERROR", frame(9, 4, 1)),
                fatal("a priority of no stream", "PROTOCOL_ERROR", frame(2, 0, 0, new byte[5])),
                fatal("a reset of no stream", "PROTOCOL_ERROR", H2Frames.reset(0, 8)),
                fatal("a reset of an idle stream", "PROTOCOL_ERROR", H2Frames.reset(3, 8)),
                fatal("a reset of another size", "FRAME_SIZE_ERROR", frame(3, 0, 1, new byte[5])),
                fatal("settings of a stream", "PROTOCOL_ERROR", frame(4, 0, 1)),
                fatal("settings of another size", "FRAME_SIZE_ERROR", frame(4, 0, 0, new byte[5])),
                fatal("an acknowledgement with settings", "FRAME_SIZE_ERROR", frame(4, 1, 0, new byte[6])),
                fatal("push that is neither on nor off", "PROTOCOL_ERROR", H2Frames.settings(2, 2)),
                fatal("a window beyond the largest", "FLOW_CONTROL_ERROR", H2Frames.settings(4, 1L << 31)),
                fatal("frames below the least size", "PROTOCOL_ERROR", H2Frames.settings(5, 16_383)),
                fatal("frames above the largest size", "PROTOCOL_ERROR", H2Frames.settings(5, 1 << 24)),
                fatal("push by the client", "PROTOCOL_ERROR", frame(5, 4, 1, integer(2))),
                fatal("a ping of a stream", "PROTOCOL_ERROR", frame(6, 0, 1, new byte[8])),
                fatal("a ping of another size", "FRAME_SIZE_ERROR", frame(6, 0, 0, new byte[7])),
                fatal("a farewell of a stream", "PROTOCOL_ERROR", frame(7, 0, 1, new byte[8])),
                fatal("a farewell of another size", "FRAME_SIZE_ERROR", frame(7, 0, 0, new byte[7])),
                fatal("window for an idle stream", "PROTOCOL_ERROR", windowUpdate(3, 1)),
                fatal("no window for the connection", "PROTOCOL_ERROR", windowUpdate(0, 0)),
                fatal("too much window", "FLOW_CONTROL_ERROR", windowUpdate(0, Integer.MAX_VALUE)),
                fatal("window of another size", "FRAME_SIZE_ERROR", frame(8, 0, 0, new byte[3])),
                fatal("a frame beyond the largest size", "FRAME_SIZE_ERROR", frame(0, 0, 1, many)));
    }

    private static byte[] paddedBeyondItsEnd() {
        return join(new H2Frames().request(3, "POST", false), frame(0, H2Frames.PADDED, 3, new byte[] {5, 1}));
    }

    private static Arguments fatal(String what, String error, byte[] bytes) {
        return Arguments.of(what, error, bytes);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fatal")
    void endsTheConnection(String what, String error, byte[] bytes) {
        try (H2Peer peer = echo()) {
            peer.get(1, "/").received();
            peer.send(bytes);
            List<Frame> last = peer.received();
            assertThat(last).last().satisfies(goAway -> {
                assertThat(goAway.type()).as(what).isEqualTo("GOAWAY");
                assertThat(goAway.error()).as(what).isEqualTo(error);
                assertThat(goAway.data()).isNotEmpty();
            });
            assertThat(peer.http.open()).isFalse();
        }
    }

    @Test
    void wantsSettingsFirst() {
        try (H2Peer peer = new H2Peer(new Echo())) {
            peer.send(H2Frames.preface(), frame(H2Frames.PING, 0, 0, new byte[8]));
            assertThat(peer.said()).endsWith("GOAWAY 0 PROTOCOL_ERROR");
        }
    }

    @Test
    void wantsIncreasingNumbers() {
        try (H2Peer peer = echo()) {
            peer.get(5, "/").received();
            peer.get(3, "/");
            assertThat(peer.said()).containsExactly("GOAWAY 5 PROTOCOL_ERROR");
        }
    }

    @Test
    void resetsWhatDependsOnItself() {
        try (H2Peer peer = echo()) {
            byte[] block = peer.frames.block(fields("GET", "/"));
            peer.send(frame(1, 37, 1, join(integer(1), new byte[] {0}, block)));
            assertThat(peer.said()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
            byte[] next = peer.frames.block(fields("GET", "/"));
            peer.send(frame(1, 37, 3, join(integer(1), new byte[] {0}, next)));
            assertThat(peer.said()).startsWith("HEADERS 3 200");
            peer.post(5).send(frame(H2Frames.PRIORITY, 0, 5, join(integer(5), new byte[] {0})));
            assertThat(peer.said()).containsExactly("RST_STREAM 5 PROTOCOL_ERROR");
            peer.post(7).send(frame(H2Frames.PRIORITY, 0, 7, new byte[4]));
            assertThat(peer.said()).containsExactly("RST_STREAM 7 FRAME_SIZE_ERROR");
        }
    }

    @Test
    void resetsAStreamWhoseWindowIsGivenWrongly() {
        List<io.keelson.http.HttpExchange> kept = new ArrayList<>();
        try (H2Peer peer = new H2Peer(kept::add).begin()) {
            peer.get(1, "/").send(windowUpdate(1, 0));
            assertThat(peer.said()).containsExactly("RST_STREAM 1 PROTOCOL_ERROR");
            peer.get(3, "/").send(windowUpdate(3, Integer.MAX_VALUE));
            assertThat(peer.said()).containsExactly("RST_STREAM 3 FLOW_CONTROL_ERROR");
        }
    }

    @Test
    void ignoresWhatItDoesNotKnow() {
        try (H2Peer peer = echo()) {
            peer.send(frame(77, 0xff, 9, new byte[20]), H2Frames.settings(0x99, 5), frame(7, 0, 0, new byte[9]));
            assertThat(peer.said()).containsExactly("SETTINGS_ACK");
            peer.get(1, "/");
            assertThat(peer.said()).containsExactly("HEADERS 1 200", GET_REPLY);
        }
    }

    @Test
    void answersPings() {
        try (H2Peer peer = echo()) {
            peer.send(frame(H2Frames.PING, 0, 0, new byte[] {0, 0, 0, 0, 0, 0, 1, 2}));
            assertThat(peer.said()).containsExactly("PING_ACK 258");
            peer.send(frame(H2Frames.PING, H2Frames.ACK, 0, new byte[8]));
            assertThat(peer.said()).isEmpty();
        }
    }

    // ---- the body's windows

    @Test
    void givesWindowBackAsTheBodyIsRead() throws Exception {
        List<io.keelson.http.HttpExchange> kept = new ArrayList<>();
        try (H2Peer peer = new H2Peer(kept::add).begin()) {
            peer.post(1).send(data(1, "x".repeat(16_384), false), data(1, "x".repeat(16_384), false));
            peer.send(data(1, "x".repeat(16_384), false), data(1, "x".repeat(16_384), false));
            assertThat(peer.said()).isEmpty();
            byte[] bytes = new byte[30_000];
            assertThat(kept.get(0).body().read(bytes, 0, bytes.length)).isEqualTo(30_000);
            assertThat(peer.said()).isEmpty();
            assertThat(kept.get(0).body().read(bytes, 0, 10_000)).isEqualTo(10_000);
            assertThat(peer.said()).containsExactly("WINDOW_UPDATE 1 40000");
            peer.send(data(1, "x".repeat(16_384), false), data(1, "x".repeat(16_384), false));
            assertThat(peer.said()).isEmpty();
            peer.send(data(1, "x".repeat(7_233), false));
            assertThat(peer.said()).containsExactly("RST_STREAM 1 FLOW_CONTROL_ERROR");
        }
    }

    @Test
    void givesTheConnectionsWindowBackThoughNobodyReads() {
        List<io.keelson.http.HttpExchange> kept = new ArrayList<>();
        try (H2Peer peer = new H2Peer(kept::add).begin()) {
            int frames = 0;
            for (int stream = 1; stream < 20; stream += 2) {
                peer.post(stream);
                for (int i = 0; i < 4; i++, frames++) {
                    peer.send(data(stream, "x".repeat(16_384), false));
                }
            }
            assertThat(frames * 16_384).isGreaterThan(1024 * 1024 / 2);
            assertThat(peer.said()).containsExactly("WINDOW_UPDATE " + 1024 * 1024 / 2);
        }
    }

    @Test
    void countsPaddingAgainstTheWindowAndGivesItBack() {
        List<io.keelson.http.HttpExchange> kept = new ArrayList<>();
        try (H2Peer peer = new H2Peer(kept::add, Map.of("http2InitialWindowSize", new DataSize(1024))).begin()) {
            peer.post(1);
            byte[] padded = new byte[257];
            padded[0] = (byte) 255;
            padded[1] = 'x';
            for (int i = 0; i < 3; i++) {
                peer.send(frame(0, H2Frames.PADDED, 1, padded));
            }
            assertThat(peer.said()).containsExactly("WINDOW_UPDATE 1 512");
            assertThat(kept.get(0).body().available()).isEqualTo(3);
        }
    }

    // ---- a client that may have gone

    @Test
    void asksAClientThatHasEndedItsSideWhetherItIsThere() {
        List<HttpExchange> waiting = new ArrayList<>();
        try (H2Peer peer = new H2Peer((HttpHandler) waiting::add).begin()) {
            peer.get(1, "/");
            peer.http.pass(1_000);
            peer.http.channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            peer.http.pass(1_900);
            assertThat(peer.said()).isEmpty();
            peer.http.pass(100);
            assertThat(peer.said()).singleElement().asString().startsWith("PING ");
            waiting.get(0).reply(200, "late");
            assertThat(peer.said()).contains("DATA 1 'late\n' end");
            assertThat(peer.http.open()).isFalse();
        }
    }
}
