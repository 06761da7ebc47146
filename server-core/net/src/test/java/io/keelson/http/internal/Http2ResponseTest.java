package io.keelson.http.internal;

import static io.keelson.net.fixture.H2Frames.data;
import static io.keelson.net.fixture.H2Frames.fields;
import static io.keelson.net.fixture.H2Frames.windowUpdate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.http.ClientGoneException;
import io.keelson.http.FileBody;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import io.keelson.http.HttpServer.Audience;
import io.keelson.net.fixture.H2Frames;
import io.keelson.net.fixture.H2Frames.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what an HTTP/2 connection sends: responses, windows, order, and how streams and connections end. */
class Http2ResponseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final List<HttpExchange> kept = new ArrayList<>();

    private interface Work {
        void on(HttpExchange exchange) throws IOException;
    }

    /** A server that hands everything to a worker, which the test runs. */
    private static H2Peer worker(Work work, Map<String, Object> limits) {
        return new H2Peer(
                e -> {
                    boolean taken = e.handOver(EmbeddedHttp.ANY, () -> {
                        try {
                            work.on(e);
                        } catch (IOException failure) {
                            throw new UncheckedIOException(failure);
                        }
                    });
                    if (!taken) {
                        e.overloaded();
                    }
                },
                limits);
    }

    private static H2Peer worker(Work work) {
        return worker(work, Map.of()).begin();
    }

    private H2Peer keeping() {
        return new H2Peer(kept::add).begin();
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String x(int n) {
        return "x".repeat(n);
    }

    /** The sum of data of a stream. */
    private static int length(List<Frame> frames, int stream) {
        return frames.stream()
                .filter(f -> f.stream() == stream)
                .mapToInt(f -> f.data().length())
                .sum();
    }

    // ---- heads and ends

    @Test
    void endsAResponseWithItsLastFrame() {
        try (H2Peer peer = worker(e -> {
            switch (e.request().path()) {
                case "/once" -> e.response().write(text("abc"), true);
                case "/length" -> {
                    e.response().headers().set("Content-Length", "3");
                    e.response().write(text("abc"), false);
                    e.response().complete();
                }
                case "/pieces" -> {
                    e.response().write(text("ab"), false);
                    e.response().write(text("c"), false);
                    e.response().complete();
                }
                case "/flush" -> {
                    e.response().flush();
                    e.response().write(text("abc"), true);
                }
                default -> e.response().complete();
            }
        })) {
            peer.get(1, "/once").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 1 200", "DATA 1 'abc' end");
            peer.get(3, "/length").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 3 200", "DATA 3 'abc' end");
            peer.get(5, "/pieces").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 5 200", "DATA 5 'ab'", "DATA 5 'c'", "DATA 5 '' end");
            peer.get(7, "/flush").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 7 200", "DATA 7 'abc' end");
            peer.get(9, "/none").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 9 200 end");
        }
    }

    @Test
    void swallowsBodiesWhereThereMustBeNone() {
        try (H2Peer peer = worker(e -> {
            if (e.request().path().length() > 1) {
                e.response().status(Integer.parseInt(e.request().path().substring(1)));
            }
            e.response().write(text("abc"), false);
            e.response().write(text("def"), true);
        })) {
            peer.get(1, "/204").http.runWork();
            List<Frame> none = peer.received();
            assertThat(none).extracting(Frame::toString).containsExactly("HEADERS 1 204", "DATA 1 '' end");
            assertThat(none.get(0).fields()).doesNotContainKey("content-length");
            peer.get(3, "/304").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 3 304", "DATA 3 '' end");
            peer.send(peer.frames.request(5, "HEAD", true)).http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 5 200", "DATA 5 '' end");
        }
    }

    @Test
    void saysTheLengthOfAnAnswerToHead() {
        try (H2Peer peer = worker(e -> e.response().write(text("abc"), true))) {
            peer.send(peer.frames.request(1, "HEAD", true)).http.runWork();
            List<Frame> answer = peer.received();
            assertThat(answer).extracting(Frame::toString).containsExactly("HEADERS 1 200 end");
            assertThat(answer.get(0).field("content-length")).isEqualTo("3");
        }
    }

    @Test
    void sendsFieldsInLowerCaseAndNoneOfTheConnection() {
        String large = x(20_000);
        try (H2Peer peer = worker(e -> {
            e.response().status(418);
            e.response().headers().add("X-One", "1");
            e.response().headers().add("Set-Cookie", "a=b");
            e.response().headers().add("Set-Cookie", "c=d");
            e.response().headers().add("Keep-Alive", "x");
            e.response().headers().add("Transfer-Encoding", "chunked");
            e.response().headers().add("X-Umlaut", "\u00e4");
            if (e.request().path().equals("/large")) {
                e.response().headers().add("X-Large", large);
            }
            e.response().write(text("abc"), true);
        })) {
            peer.get(1, "/").http.runWork();
            Frame head = peer.received().get(0);
            assertThat(head.fields())
                    .containsEntry(":status", List.of("418"))
                    .containsEntry("x-one", List.of("1"))
                    .containsEntry("set-cookie", List.of("a=b", "c=d"))
                    .containsEntry("x-umlaut", List.of("\u00e4"))
                    .containsEntry("date", List.of("Sun, 06 Nov 1994 08:49:37 GMT"))
                    .doesNotContainKeys("keep-alive", "transfer-encoding", "X-One");
            peer.get(3, "/large").http.runWork();
            List<Frame> answer = peer.received();
            assertThat(answer).extracting(Frame::toString).containsExactly("HEADERS 3 418", "DATA 3 'abc' end");
            assertThat(answer.get(0).fields()).containsEntry("x-large", List.of(large));
        }
    }

    @Test
    void tellsAPeerWithASmallTableThatThereIsNone() {
        try (H2Peer peer = worker(e -> e.response().write(text("abc"), true))) {
            peer.send(H2Frames.settings(1, 0));
            assertThat(peer.said()).containsExactly("SETTINGS_ACK");
            peer.get(1, "/").http.runWork();
            byte[] bytes = peer.http.sent().getBytes(StandardCharsets.ISO_8859_1);
            assertThat(bytes).startsWith(0, 0, 1, H2Frames.HEADERS, 0, 0, 0, 0, 1, 0x20);
            assertThat(peer.frames.read(bytes))
                    .extracting(Frame::toString)
                    .containsExactly("HEADERS 1 200", "DATA 1 'abc' end");
            peer.get(3, "/").http.runWork();
            assertThat(peer.http.sent().charAt(2)).isNotEqualTo('\1');
        }
    }

    @Test
    void sendsTrailers() {
        try (H2Peer peer = worker(e -> {
            e.response().trailers(() -> {
                HttpHeaders fields = new HttpHeaders();
                fields.add("X-Sum", "9");
                fields.add("Content-Length", "4");
                return fields;
            });
            e.response().headers().set("Content-Length", "3");
            e.response().write(text("abc"), false);
            e.response().complete();
        })) {
            peer.get(1, "/").http.runWork();
            List<Frame> answer = peer.received();
            assertThat(answer)
                    .extracting(Frame::toString)
                    .containsExactly("HEADERS 1 200", "DATA 1 'abc'", "HEADERS 1 trailers end");
            assertThat(answer.get(2).fields()).containsOnlyKeys("x-sum");
        }
    }

    @Test
    void sendsInterimResponses() {
        try (H2Peer peer = worker(e -> {
            HttpHeaders early = new HttpHeaders();
            early.add("Link", "</a.css>");
            e.response().interim(103, early);
            e.response().write(text("abc"), true);
        })) {
            peer.get(1, "/").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 1 103", "HEADERS 1 200", "DATA 1 'abc' end");
        }
    }

    @Test
    void cannotBeUpgraded() {
        try (H2Peer peer = worker(e -> {
            assertThatThrownBy(() -> e.response().upgrade()).isInstanceOf(IllegalStateException.class);
            e.response().complete();
        })) {
            peer.get(1, "/").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 1 200 end");
        }
    }

    @Test
    void resetsAResponseThatIsShorterOrLongerThanItSaid() {
        try (H2Peer peer = worker(e -> {
            e.response().headers().set("Content-Length", "4");
            if (e.request().path().equals("/short")) {
                e.response().write(text("abc"), true);
            } else {
                assertThatThrownBy(() -> e.response().write(text("abcde"), true))
                        .isInstanceOf(IOException.class);
            }
        })) {
            peer.get(1, "/short").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 1 200", "DATA 1 'abc'", "RST_STREAM 1 INTERNAL_ERROR");
            peer.get(3, "/long").http.runWork();
            assertThat(peer.said()).containsExactly("RST_STREAM 3 INTERNAL_ERROR");
        }
    }

    @Test
    void answers500WhereAHandlerFails() {
        try (H2Peer peer = new H2Peer(e -> {
                    throw new IllegalStateException("for the test");
                })
                .begin()) {
            peer.get(1, "/");
            assertThat(peer.said()).startsWith("HEADERS 1 500");
        }
    }

    @Test
    void answers503WhereNoWorkManagerHasAPlace() {
        try (H2Peer peer = worker(e -> e.response().complete())) {
            peer.http.full = true;
            peer.get(1, "/");
            List<Frame> answer = peer.received();
            assertThat(answer.get(0).toString()).isEqualTo("HEADERS 1 503");
            assertThat(answer.get(0).fields()).containsEntry("retry-after", List.of("1"));
        }
    }

    // ---- windows

    @Test
    void sendsWhatTheWindowsLetPass() {
        try (H2Peer peer = worker(e -> e.response().write(text(x(100_000)), true))) {
            peer.get(1, "/").http.runWork();
            List<Frame> first = peer.received();
            assertThat(length(first, 1)).isEqualTo(65_535);
            assertThat(first).allSatisfy(f -> assertThat(f.data().length()).isLessThanOrEqualTo(16_384));
            peer.send(windowUpdate(1, 1000));
            assertThat(peer.said()).isEmpty();
            peer.send(windowUpdate(0, 10));
            assertThat(length(peer.received(), 1)).isEqualTo(10);
            peer.send(windowUpdate(0, 100_000));
            assertThat(length(peer.received(), 1)).isEqualTo(990);
            peer.send(windowUpdate(1, 100_000));
            List<Frame> rest = peer.received();
            assertThat(length(rest, 1)).isEqualTo(100_000 - 65_535 - 1000);
            assertThat(rest).last().satisfies(f -> assertThat(f.end()).isTrue());
        }
    }

    @Test
    void followsTheInitialWindowOfTheClient() {
        try (H2Peer peer = worker(e -> e.response().write(text(x(30)), true))) {
            peer.send(H2Frames.settings(4, 10)).received();
            peer.get(1, "/").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 1 200", "DATA 1 'xxxxxxxxxx'");
            // A window may be less than nothing (RFC 9113, 6.9.2).
            peer.send(H2Frames.settings(4, 0), windowUpdate(1, 5));
            assertThat(peer.said()).containsExactly("SETTINGS_ACK");
            peer.send(H2Frames.settings(4, 8));
            assertThat(peer.said()).containsExactly("SETTINGS_ACK", "DATA 1 'xxx'");
            peer.send(H2Frames.settings(4, 100));
            assertThat(peer.said()).containsExactly("SETTINGS_ACK", "DATA 1 '" + x(17) + "' end");
        }
    }

    @Test
    void refusesSettingsThatMakeAWindowTooLarge() {
        try (H2Peer peer = keeping()) {
            peer.get(1, "/").send(windowUpdate(1, Integer.MAX_VALUE - 65_535));
            assertThat(peer.said()).isEmpty();
            peer.send(H2Frames.settings(4, 65_536));
            assertThat(peer.said()).last().isEqualTo("GOAWAY 1 FLOW_CONTROL_ERROR");
        }
    }

    @Test
    void sendsHeadsAndEndsThatTakeNoWindow() {
        try (H2Peer peer = worker(e -> {
            e.response().trailers(() -> {
                HttpHeaders fields = new HttpHeaders();
                fields.add("t", "1");
                return fields;
            });
            if (e.request().path().equals("/body")) {
                e.response().write(text("abc"), true);
            } else {
                e.response().complete();
            }
        })) {
            peer.send(H2Frames.settings(4, 0)).received();
            peer.get(1, "/body").get(3, "/").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 1 200", "HEADERS 3 200", "HEADERS 3 trailers end");
            peer.send(windowUpdate(1, 3));
            assertThat(peer.said()).containsExactly("DATA 1 'abc'", "HEADERS 1 trailers end");
        }
    }

    @Test
    void letsStreamsTakeTurns() {
        try (H2Peer peer = worker(e -> {
            int n = e.request().path().equals("/small") ? 10 : 60_000;
            e.response().writeNow(text(x(n)), true);
        })) {
            peer.send(H2Frames.settings(4, 1_000_000)).received();
            peer.get(1, "/").get(3, "/").get(5, "/").get(7, "/small").http.runWork();
            peer.received();
            peer.send(windowUpdate(0, 16_384 * 3 + 10));
            List<Frame> turn = peer.received();
            // The first answer found room as a whole; now each of the others has a frame, the small one all of its own.
            assertThat(turn.stream().map(Frame::stream).distinct()).containsExactly(3, 5, 7);
            assertThat(turn).anySatisfy(f -> assertThat(f.toString()).isEqualTo("DATA 7 'xxxxxxxxxx' end"));
            peer.send(windowUpdate(0, 1_000_000));
            assertThat(peer.received().stream().filter(Frame::end).map(Frame::stream))
                    .containsExactlyInAnyOrder(3, 5);
        }
    }

    @Test
    void tellsAWriterThatNeverWaitsWhenThereIsRoom() {
        AtomicInteger told = new AtomicInteger();
        try (H2Peer peer = keeping()) {
            peer.get(1, "/");
            HttpExchange e = kept.get(0);
            write(e, x(140_000));
            assertThat(e.response().writable()).isFalse();
            e.response().onWritable(told::incrementAndGet);
            assertThat(told).hasValue(0);
            peer.send(windowUpdate(1, 100_000), windowUpdate(0, 100_000));
            assertThat(e.response().writable()).isTrue();
            assertThat(told).hasValue(1);
            e.response().complete();
            List<Frame> all = peer.received();
            assertThat(length(all, 1)).isEqualTo(140_000);
            assertThat(all).last().satisfies(f -> assertThat(f.end()).isTrue());
        }
    }

    private static void write(HttpExchange e, String text) {
        try {
            e.response().writeNow(text(text), false);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void sendsFilesInPieces(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("f"), x(50_000) + "y".repeat(50_000));
        try (H2Peer peer = worker(e -> {
            e.response().headers().set("Content-Length", "80000");
            try (FileBody body = e.response().openFile(file)) {
                e.response().writeFile(body, 10_000, 80_000, true);
            }
        })) {
            peer.get(1, "/").http.runWork();
            List<Frame> all = new ArrayList<>(peer.received());
            assertThat(length(all, 1)).isEqualTo(65_535);
            peer.send(windowUpdate(0, 1_000_000), windowUpdate(1, 1_000_000));
            all.addAll(peer.received());
            StringBuilder body = new StringBuilder();
            all.forEach(f -> body.append(f.data()));
            assertThat(body.toString()).isEqualTo(x(40_000) + "y".repeat(40_000));
            assertThat(all).last().satisfies(f -> assertThat(f.end()).isTrue());
            peer.send(peer.frames.request(3, "HEAD", true)).http.runWork();
            assertThat(length(peer.received(), 3)).isZero();
        }
    }

    private static boolean open(FileBody file) {
        try {
            return file.read(ByteBuffer.allocate(1), 0) == 1;
        } catch (IOException closed) {
            return false;
        }
    }

    private static void sendFile(HttpExchange e, Path file, long count) throws IOException {
        try (FileBody body = e.response().openFile(file)) {
            e.response().writeFile(body, 0, count, true);
        }
    }

    @Test
    void endsAFileAsTheResponseDoes(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "0123456789");
        try (H2Peer peer = worker(e -> {
            switch (e.request().path()) {
                case "/trailers" ->
                    e.response().trailers(() -> {
                        HttpHeaders.Owner fields = new HttpHeaders.Owner();
                        fields.headers().set("x-sum", "45");
                        return fields.headers();
                    });
                case "/short" -> e.response().headers().set("Content-Length", "11");
                case "/behind" -> e.response().write(text("abc"), false);
                default -> {
                    // Nothing but the file.
                }
            }
            sendFile(e, file, e.request().path().equals("/none") ? 0 : 10);
            assertThatThrownBy(() -> e.response().write(text("more"), true)).isInstanceOf(IOException.class);
        })) {
            peer.get(1, "/").http.runWork();
            List<Frame> whole = peer.received();
            assertThat(whole).extracting(Frame::toString).containsExactly("HEADERS 1 200", "DATA 1 '0123456789' end");
            assertThat(whole.get(0).field("content-length")).isEqualTo("10");
            peer.get(3, "/trailers").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 3 200", "DATA 3 '0123456789'", "HEADERS 3 trailers end");
            peer.get(5, "/short").http.runWork();
            assertThat(peer.said())
                    .containsExactly("HEADERS 5 200", "DATA 5 '0123456789'", "RST_STREAM 5 INTERNAL_ERROR");
            peer.get(7, "/behind").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 7 200", "DATA 7 'abc'", "DATA 7 '0123456789' end");
            peer.get(9, "/none").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 9 200 end");
        }
    }

    @Test
    void readsAFileAsThereIsWindowForIt(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[200_000]);
        List<FileBody> opened = new ArrayList<>();
        try (H2Peer peer = worker(e -> {
            try (FileBody body = e.response().openFile(file)) {
                opened.add(body);
                e.response().writeFile(body, 0, 200_000, true);
            }
        })) {
            peer.get(1, "/").get(3, "/").get(5, "/").http.runWork();
            List<Frame> first = peer.received();
            assertThat(length(first, 1) + length(first, 3) + length(first, 5)).isEqualTo(65_535);
            assertThat(opened).hasSize(3).allMatch(Http2ResponseTest::open);
            peer.send(H2Frames.reset(3, 8));
            assertThat(opened).filteredOn(Http2ResponseTest::open).hasSize(2);
            peer.send(windowUpdate(0, 1_000_000), windowUpdate(1, 1), windowUpdate(5, 134_465));
            List<Frame> then = peer.received();
            assertThat(length(first, 1) + length(then, 1)).isEqualTo(65_536);
            assertThat(length(first, 5) + length(then, 5)).isEqualTo(200_000);
            assertThat(then)
                    .filteredOn(f -> f.stream() == 5)
                    .last()
                    .satisfies(f -> assertThat(f.end()).isTrue());
            assertThat(opened).filteredOn(Http2ResponseTest::open).hasSize(1);
        }
        assertThat(opened).noneMatch(Http2ResponseTest::open);
    }

    @Test
    void aFileThatBecomesShorterEndsItsStreamOnly(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[200_000]);
        try (H2Peer peer = worker(e -> {
            if (e.request().path().equals("/file")) {
                sendFile(e, file, 200_000);
            } else {
                e.response().write(text("abc"), true);
            }
        })) {
            peer.get(1, "/file").http.runWork();
            peer.received();
            Files.write(file, new byte[10]);
            peer.send(windowUpdate(0, 1_000_000), windowUpdate(1, 1_000_000));
            assertThat(peer.said()).containsExactly("RST_STREAM 1 INTERNAL_ERROR");
            peer.get(3, "/").http.runWork();
            assertThat(peer.said()).containsExactly("HEADERS 3 200", "DATA 3 'abc' end");
        }
    }

    // ---- resets

    @Test
    void aResetTellsWhoeverReadsAndWrites() {
        AtomicInteger ends = new AtomicInteger();
        try (H2Peer peer = keeping()) {
            peer.post(1);
            HttpExchange e = kept.get(0);
            e.onEnd(ends::incrementAndGet);
            AtomicInteger readable = new AtomicInteger();
            e.body().onReadable(readable::incrementAndGet);
            peer.send(H2Frames.reset(1, 8));
            assertThat(ends).hasValue(1);
            assertThat(readable).hasValue(1);
            assertThat(e.abandoned()).isTrue();
            assertThatThrownBy(() -> e.body().poll(new byte[1], 0, 1)).hasMessageContaining("reset");
            assertThatThrownBy(() -> e.response().write(text("x"), true)).isInstanceOf(ClientGoneException.class);
            e.response().complete();
            e.abort(null);
            peer.get(3, "/");
            kept.get(1).reply(200, "next");
            assertThat(peer.said()).containsExactly("HEADERS 3 200", "DATA 3 'next\n' end");
            assertThat(ends).hasValue(1);
        }
    }

    @Test
    void countsWorkThatAResetLeftBehind() {
        try (H2Peer peer =
                worker(e -> {}, Map.of("http2MaxConcurrentStreams", 2)).begin()) {
            peer.get(1, "/").send(H2Frames.reset(1, 8)).get(3, "/").send(H2Frames.reset(3, 8));
            assertThat(peer.http.work).hasSize(2);
            peer.get(5, "/");
            assertThat(peer.said()).containsExactly("RST_STREAM 5 REFUSED_STREAM");
            assertThat(peer.http.work).hasSize(2);
            peer.http.runWork();
            peer.get(7, "/");
            assertThat(peer.said()).isEmpty();
            assertThat(peer.http.work).hasSize(1);
        }
    }

    @Test
    void refusesStreamsBeyondTheMost() {
        try (H2Peer peer = new H2Peer(kept::add, Map.of("http2MaxConcurrentStreams", 2)).begin()) {
            peer.get(1, "/").get(3, "/").get(5, "/");
            assertThat(peer.said()).containsExactly("RST_STREAM 5 REFUSED_STREAM");
            kept.get(0).reply(200, "");
            peer.received();
            peer.get(7, "/");
            assertThat(kept).hasSize(3);
        }
    }

    @Test
    void abortsAsTheHandlerWants() {
        try (H2Peer peer = keeping()) {
            peer.get(1, "/");
            kept.get(0).abort(null);
            assertThat(peer.said()).containsExactly("RST_STREAM 1 INTERNAL_ERROR");
            assertThat(peer.http.open()).isTrue();
        }
    }

    // ---- the end of the connection

    @Test
    void endsAfterTheMostRequests() {
        try (H2Peer peer = new H2Peer(kept::add, Map.of("maxKeepAliveRequests", 2)).begin()) {
            peer.get(1, "/").get(3, "/").get(5, "/");
            assertThat(peer.said()).containsExactly("GOAWAY 3 NO_ERROR");
            assertThat(kept).hasSize(2);
            kept.forEach(e -> e.reply(200, "x"));
            assertThat(peer.said()).contains("DATA 1 'x\n' end", "DATA 3 'x\n' end");
            assertThat(peer.http.open()).isFalse();
        }
    }

    @Test
    void drainsAsTheHandlerWants() {
        try (H2Peer peer = keeping()) {
            peer.get(1, "/").get(3, "/");
            kept.get(0).response().headers().set("Connection", "close");
            kept.get(0).response().complete();
            List<String> said = peer.said();
            assertThat(said).contains("GOAWAY " + Integer.MAX_VALUE + " NO_ERROR", "HEADERS 1 200 end");
            peer.get(5, "/");
            assertThat(kept).hasSize(3);
            // The answer to the ping: the client knows.
            peer.send(H2Frames.frame(
                    H2Frames.PING,
                    H2Frames.ACK,
                    0,
                    ByteBuffer.allocate(8).putLong(pingOf(said)).array()));
            assertThat(peer.said()).containsExactly("GOAWAY 5 NO_ERROR");
            peer.get(7, "/");
            assertThat(kept).hasSize(3);
            kept.get(1).reply(200, "x");
            assertThat(peer.http.open()).isTrue();
            kept.get(2).reply(200, "x");
            assertThat(peer.http.open()).isFalse();
        }
    }

    private static long pingOf(List<String> said) {
        return said.stream()
                .filter(s -> s.startsWith("PING "))
                .mapToLong(s -> Long.parseLong(s.substring(5)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void drainsIdleConnectionsWhenTheServerIsSuspended() {
        try (H2Peer peer = keeping()) {
            peer.http.loop.closeIdle();
            assertThat(peer.said()).startsWith("GOAWAY " + Integer.MAX_VALUE + " NO_ERROR");
            peer.http.pass(1_100);
            assertThat(peer.said()).containsExactly("GOAWAY 0 NO_ERROR");
            assertThat(peer.http.open()).isFalse();
        }
    }

    @Test
    void tellsThatApplicationsAreNotServedNow() {
        Dispatcher dispatcher = new Dispatcher(false);
        dispatcher.register("/", Audience.APPLICATION, kept::add);
        dispatcher.phase(Dispatcher.Phase.CLOSING);
        try (H2Peer peer = new H2Peer(new EmbeddedHttp(dispatcher, false)).begin()) {
            peer.get(1, "/");
            assertThat(peer.said()).contains("HEADERS 1 503", "GOAWAY " + Integer.MAX_VALUE + " NO_ERROR");
        }
    }

    @Test
    void countsExchangesOfApplications() {
        try (H2Peer peer = keeping()) {
            peer.get(1, "/").get(3, "/");
            assertThat(peer.http.loop.applications()).isEqualTo(2);
            kept.get(0).reply(200, "");
            peer.send(H2Frames.reset(3, 8));
            assertThat(peer.http.loop.applications()).isZero();
        }
    }

    @Test
    void tellsExchangesThatTheConnectionIsGone() {
        AtomicInteger ends = new AtomicInteger();
        H2Peer peer = keeping();
        peer.get(1, "/").post(3);
        kept.forEach(e -> e.onEnd(ends::incrementAndGet));
        peer.close();
        assertThat(ends).hasValue(2);
        assertThat(kept).allSatisfy(e -> assertThat(e.abandoned()).isTrue());
        assertThatThrownBy(() -> kept.get(1).body().poll(new byte[1], 0, 1)).hasMessageContaining("closed");
    }

    // ---- time-outs

    @Test
    void closesAConnectionThatBeginsNothing() {
        try (H2Peer peer = new H2Peer(new Echo(), Map.of("headerTimeout", SECOND))) {
            peer.http.send("PRI * HTTP/2.0\r\n\r\nSM");
            peer.received();
            peer.http.pass(600);
            assertThat(peer.http.open()).isTrue();
            peer.http.pass(600);
            assertThat(peer.said()).containsExactly("GOAWAY 0 NO_ERROR");
            assertThat(peer.http.open()).isFalse();
        }
    }

    @Test
    void closesAConnectionWhoseFrameDrips() {
        try (H2Peer peer = new H2Peer(kept::add, Map.of("headerTimeout", SECOND)).begin()) {
            peer.get(1, "/");
            byte[] headers = peer.frames.request(3, "GET", true);
            for (int i = 0; i < 4; i++) {
                peer.send(new byte[] {headers[i]});
                peer.http.pass(400);
            }
            assertThat(peer.said()).containsExactly("GOAWAY 1 NO_ERROR");
            assertThat(kept.get(0).abandoned()).isTrue();
        }
    }

    @Test
    void closesIdleConnectionsThoughTheyPing() {
        try (H2Peer peer = new H2Peer(new Echo(), Map.of("idleTimeout", SECOND)).begin()) {
            peer.get(1, "/").received();
            peer.http.pass(600);
            peer.send(H2Frames.frame(H2Frames.PING, 0, 0, new byte[8])).received();
            peer.http.pass(600);
            assertThat(peer.said()).containsExactly("GOAWAY 1 NO_ERROR");
            assertThat(peer.http.open()).isFalse();
        }
    }

    @Test
    void failsABodyThatStops() {
        try (H2Peer peer = new H2Peer(new Echo(), Map.of("bodyTimeout", SECOND)).begin()) {
            peer.post(1).send(data(1, "a", false));
            peer.http.pass(600);
            assertThat(peer.said()).isEmpty();
            peer.http.pass(600);
            assertThat(peer.said()).contains("HEADERS 1 408").endsWith("RST_STREAM 1 NO_ERROR");
            assertThat(peer.http.open()).isTrue();
        }
    }

    @Test
    void resetsAStreamWhoseWindowStaysShut() {
        try (H2Peer peer = new H2Peer(kept::add, Map.of("writeTimeout", SECOND)).begin()) {
            peer.send(windowUpdate(0, 1_000_000)).get(1, "/").get(3, "/");
            write(kept.get(0), x(100_000));
            peer.http.pass(600);
            peer.http.pass(600);
            assertThat(peer.said()).last().isEqualTo("RST_STREAM 1 CANCEL");
            assertThat(kept.get(0).abandoned()).isTrue();
            assertThat(kept.get(1).abandoned()).isFalse();
            assertThat(peer.http.open()).isTrue();
        }
    }

    @Test
    void closesAConnectionWhoseWindowStaysShut() {
        try (H2Peer peer = new H2Peer(kept::add, Map.of("writeTimeout", SECOND)).begin(4, 1_000_000)) {
            peer.get(1, "/");
            write(kept.get(0), x(100_000));
            peer.http.pass(600);
            peer.send(windowUpdate(0, 5));
            peer.http.pass(600);
            assertThat(peer.http.open()).isTrue();
            peer.http.pass(600);
            assertThat(peer.http.open()).isFalse();
        }
    }

    @Test
    void aLongAnswerOfASlowHandlerIsNoFault() {
        try (H2Peer peer = new H2Peer(kept::add, Map.of("writeTimeout", SECOND, "idleTimeout", SECOND)).begin()) {
            peer.get(1, "/");
            write(kept.get(0), "a");
            for (int i = 0; i < 10; i++) {
                peer.http.pass(600);
            }
            kept.get(0).response().complete();
            assertThat(peer.said()).containsExactly("HEADERS 1 200", "DATA 1 'a'", "DATA 1 '' end");
        }
    }

    // ---- from HTTP/1.1

    private static final String UPGRADE =
            "GET /up?x HTTP/1.1\r\nHost: A\r\nCookie: c=d\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                    + "Upgrade: h2c\r\nHTTP2-Settings: AAQAAAAK\r\n\r\n";

    @Test
    void goesOnFromHttp1() {
        try (H2Peer peer = new H2Peer(kept::add)) {
            peer.http.send(UPGRADE);
            String switching = peer.http.sent();
            assertThat(switching)
                    .startsWith("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n");
            String first = switching.substring(switching.indexOf("\r\n\r\n") + 4);
            assertThat(peer.frames.read(first.getBytes(StandardCharsets.ISO_8859_1)))
                    .extracting(Frame::type)
                    .containsExactly("SETTINGS", "WINDOW_UPDATE");
            peer.send(H2Frames.preface(), H2Frames.settings());
            HttpExchange e = kept.get(0);
            assertThat(e.request().method()).isEqualTo("GET");
            assertThat(e.request().target()).isEqualTo("/up?x");
            assertThat(e.request().path()).isEqualTo("/up");
            assertThat(e.request().query()).isEqualTo("x");
            assertThat(e.request().authority()).isEqualTo("a");
            assertThat(e.request().protocol()).isEqualTo("HTTP/2.0");
            assertThat(e.request().headers().names()).containsExactly("host", "cookie");
            assertThat(e.body().finished()).isTrue();
            e.reply(200, "twelve bytes");
            // The window is the one that the request's settings said.
            assertThat(peer.said()).containsExactly("SETTINGS_ACK", "HEADERS 1 200", "DATA 1 'twelve byt'");
            peer.get(3, "/");
            assertThat(kept).hasSize(2);
        }
    }

    /** A client that is quick has sent the request that asks for it before the response before it is through. */
    @Test
    void readsOnWhenTheRequestThatAsksForHttp2HadToWait() {
        try (H2Peer peer = new H2Peer(kept::add)) {
            peer.http.send("POST /first HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx");
            peer.http.send(UPGRADE);
            assertThat(peer.http.channel.config().isAutoRead()).isFalse();

            kept.get(0).reply(200, "one");

            assertThat(peer.http.sent()).contains("one", "HTTP/1.1 101 Switching Protocols");
            assertThat(peer.http.channel.config().isAutoRead()).isTrue();
            peer.send(H2Frames.preface(), H2Frames.settings());
            kept.get(1).reply(200, "two");
            assertThat(peer.said()).contains("HEADERS 1 200");
        }
    }

    /** The JDK's client loses what it has read beyond 16 KiB when it changes from HTTP/1.1. */
    @Test
    void sendsLittleBeforeTheClientHasChangedFromHttp1() {
        try (H2Peer peer = new H2Peer(e -> e.reply(200, "x".repeat(59_999)))) {
            peer.http.send(UPGRADE.replace("AAQAAAAK", "AAQAAP__"));
            String first = peer.http.sent();
            assertThat(first.length()).isBetween(8192, 12_000);
            byte[] frames = first.substring(first.indexOf("\r\n\r\n") + 4).getBytes(StandardCharsets.ISO_8859_1);
            assertThat(lengthOfData(peer.frames.read(frames))).isEqualTo(8192);
            peer.send(H2Frames.preface());
            assertThat(peer.http.sent()).isEmpty();
            peer.send(H2Frames.settings());
            assertThat(lengthOfData(peer.frames.read(peer.http.sent().getBytes(StandardCharsets.ISO_8859_1))))
                    .isEqualTo(60_000 - 8192);
        }
    }

    private static int lengthOfData(List<Frame> frames) {
        return frames.stream()
                .filter(f -> f.type().equals("DATA"))
                .mapToInt(f -> f.data().length())
                .sum();
    }

    @Test
    void staysWithHttp1WhereTheOfferIsNotProper() {
        for (String request : new String[] {
            UPGRADE.replace("Upgrade: h2c", "Upgrade: h2"),
            UPGRADE.replace("HTTP2-Settings: AAQAAAAK\r\n", ""),
            UPGRADE.replace("HTTP2-Settings: AAQAAAAK\r\n", "HTTP2-Settings: AAQA\r\n"),
            UPGRADE.replace("HTTP2-Settings: AAQAAAAK\r\n", "HTTP2-Settings: ????\r\n"),
            UPGRADE.replace("Upgrade, HTTP2-Settings", "Upgrade"),
            UPGRADE.replace("HTTP/1.1", "HTTP/1.0"),
            UPGRADE.replace("Cookie: c=d", "Content-Length: 1").replace("GET", "POST") + "x"
        }) {
            try (H2Peer peer = new H2Peer(e -> e.reply(200, e.request().protocol()))) {
                peer.http.send(request);
                assertThat(peer.http.sent())
                        .as(request)
                        .startsWith("HTTP/1.1 200 ")
                        .contains("HTTP/1.");
            }
        }
        try (H2Peer peer = new H2Peer(new Echo(), Map.of("http2Enabled", false))) {
            peer.http.send(UPGRADE);
            assertThat(peer.http.sent()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void servesHttp1FirstAndGoesOnThen() {
        try (H2Peer peer = new H2Peer(e -> e.reply(200, e.request().protocol()))) {
            peer.http.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n" + UPGRADE);
            assertThat(peer.http.sent()).contains("HTTP/1.1 200 ", "HTTP/1.1 101 ");
            peer.http.send(H2Frames.join(
                    H2Frames.preface(), H2Frames.settings(), peer.frames.headers(3, true, fields("GET", "/"))));
            assertThat(peer.http.open()).isTrue();
            assertThat(peer.said()).contains("HEADERS 3 200", "DATA 3 'HTTP/2.0\n' end");
        }
    }
}
