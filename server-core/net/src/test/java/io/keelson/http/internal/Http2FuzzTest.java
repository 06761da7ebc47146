package io.keelson.http.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.base.config.DataSize;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHandler;
import io.keelson.http.RequestBodyException;
import io.keelson.net.fixture.H2Frames;
import io.keelson.net.fixture.H2Frames.Frame;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Frames of a client of HTTP/2, from the first behind its settings. Must hold: the same requests and the same frames in
 * answer however the bytes arrive (window updates may come in other pieces), only documented statuses, an end of the
 * connection only with GOAWAY, fields that HTTP/1 could pass on, and every buffer given back.
 */
class Http2FuzzTest {
    private static final Set<String> DOCUMENTED = Set.of("100", "200", "400", "413", "414", "417", "431", "501");
    private static final Map<String, Object> LIMITS = Map.of(
            "maxRequestLine", new DataSize(256),
            "maxHeaderSize", new DataSize(512),
            "maxHeaderCount", 10,
            "maxBodySize", new DataSize(512),
            "http2MaxConcurrentStreams", 5);

    private record Outcome(
            List<String> requests, List<String> frames, Set<String> statuses, boolean open, long leaked) {}

    @FuzzTest
    void frames(byte[] bytes) {
        Outcome whole = of(bytes, bytes.length);
        assertThat(whole.leaked()).as("bytes of leaked buffers").isZero();
        assertThat(DOCUMENTED).as("statuses").containsAll(whole.statuses());
        if (!whole.open()) {
            assertThat(whole.frames())
                    .as("closed without a word")
                    .last()
                    .asString()
                    .startsWith("GOAWAY");
        }
        CRC32 crc = new CRC32();
        crc.update(bytes);
        Random random = new Random(crc.getValue());
        int[] pieces = new int[bytes.length];
        int count = 0;
        int most = 1 + random.nextInt(50);
        for (int left = bytes.length; left > 0; left -= pieces[count++]) {
            pieces[count] = Math.min(left, 1 + random.nextInt(most));
        }
        int[] some = Arrays.copyOf(pieces, count);
        assertThat(of(bytes, some)).as("in pieces of " + Arrays.toString(some)).isEqualTo(whole);
    }

    private static Outcome of(byte[] bytes, int... pieces) {
        UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false, true);
        Recorder recorder = new Recorder();
        List<String> said = new ArrayList<>();
        Set<String> statuses = new java.util.TreeSet<>();
        boolean open;
        EmbeddedHttp http = new EmbeddedHttp(recorder, LIMITS);
        http.channel.config().setAllocator(memory);
        try (H2Peer peer = new H2Peer(http)) {
            http.send(memory.buffer().writeBytes(H2Frames.join(H2Frames.preface(), H2Frames.settings())));
            int from = 0;
            for (int piece : pieces) {
                http.send(memory.buffer(Math.max(1, piece)).writeBytes(bytes, from, piece));
                from += piece;
            }
            for (Frame frame : peer.received()) {
                if (!frame.type().equals("WINDOW_UPDATE")) {
                    said.add(frame.toString());
                }
                if (frame.field(":status") != null) {
                    statuses.add(frame.field(":status"));
                }
            }
            open = http.open();
        }
        long left = memory.metric().usedHeapMemory() + memory.metric().usedDirectMemory();
        return new Outcome(List.copyOf(recorder.requests), said, statuses, open, left);
    }

    /** Keeps each request that comes whole, and answers when its body has come. */
    private static final class Recorder implements HttpHandler {
        private final List<String> requests = new ArrayList<>();

        @Override
        public void handle(HttpExchange exchange) {
            collect(exchange, new ByteArrayOutputStream());
        }

        private void collect(HttpExchange exchange, ByteArrayOutputStream body) {
            byte[] bytes = new byte[61];
            try {
                int n;
                while ((n = exchange.body().poll(bytes, 0, bytes.length)) > 0) {
                    body.write(bytes, 0, n);
                }
                if (n == 0) {
                    exchange.body().onReadable(() -> collect(exchange, body));
                    return;
                }
            } catch (RequestBodyException e) {
                exchange.reply(e.status(), "no body");
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            StringBuilder text = new StringBuilder(exchange.request().method())
                    .append(' ')
                    .append(exchange.request().target())
                    .append(' ')
                    .append(exchange.request().authority());
            fields(exchange.request().headers(), text);
            text.append('[').append(body.toString(StandardCharsets.ISO_8859_1)).append(']');
            fields(exchange.body().trailers(), text);
            requests.add(text.toString());
            exchange.reply(200, "taken");
        }

        private static void fields(io.keelson.http.HttpHeaders headers, StringBuilder text) {
            headers.forEach((name, value) -> {
                assertThat(name).matches("[!#$%&'*+.^_`|~0-9a-z-]+");
                assertThat(value.chars().allMatch(c -> c == '\t' || c >= ' ' && c != 0x7f && c <= 0xff))
                        .as("characters of a value")
                        .isTrue();
                text.append(' ').append(name).append('=').append(value);
            });
        }
    }
}
