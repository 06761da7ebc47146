package io.keelson.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.websocket.fixture.RawClient;
import io.keelson.websocket.fixture.RawClient.Frame;
import io.keelson.websocket.fixture.TestApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Frame by frame over a socket, in the order of the categories of the Autobahn suite: 1 framing, 2 pings and pongs, 3 reserved bits,
 * 4 opcodes, 5 fragmentation, 6 UTF-8, 7 closing, 9 limits and performance, 10 masking in pieces, 12 and 13 compression. The cases are our
 * own. Each runs against the endpoint that takes messages whole and the one that takes parts.
 */
@Timeout(60)
class ProtocolIT {
    @TempDir
    static Path directory;

    private static TestApplication application;

    @BeforeAll
    static void start() throws Exception {
        application = TestApplication.start(directory);
    }

    @AfterAll
    static void stop() {
        if (application != null) {
            application.close();
        }
    }

    private static RawClient echo() throws IOException {
        RawClient client = application.open("/echo");
        assertThat(client.status()).isEqualTo(101);
        return client;
    }

    /** Returns what the server sends until it has ended the connection, after these frames and the client's close. */
    private static List<String> after(String endpoint, byte[]... frames) throws IOException {
        try (RawClient client = application.open(endpoint)) {
            assertThat(client.status()).isEqualTo(101);
            for (byte[] frame : frames) {
                client.send(frame);
            }
            return client.rest();
        }
    }

    private static byte[] frame(int first, String payload) {
        return RawClient.bytes(first, payload.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] frame(int first, byte[] payload) {
        return RawClient.bytes(first, payload);
    }

    private static final byte[] CLOSE = frame(0x88, new byte[] {3, (byte) 0xe8});

    // ---- 1: framing

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 128, 65_535, 65_536, 65_537})
    void messagesOfEachLength(int length) throws IOException {
        String text = "*".repeat(length);
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0xfe);
        for (String endpoint : List.of("/echo", "/parts")) {
            try (RawClient client = application.open(endpoint)) {
                client.text(text);
                Frame answer = client.message();
                assertThat(answer.opcode()).isEqualTo(RawClient.TEXT);
                assertThat(answer.text()).isEqualTo(text);
                client.frame(0x82, bytes);
                answer = client.message();
                assertThat(answer.opcode()).isEqualTo(RawClient.BINARY);
                assertThat(answer.payload()).isEqualTo(bytes);
            }
        }
    }

    @Test
    void aMessageByteByByte() throws IOException {
        try (RawClient client = echo()) {
            for (byte b : frame(0x81, "slowly €")) {
                client.send(new byte[] {b});
            }
            assertThat(client.message().text()).isEqualTo("slowly €");
        }
    }

    // ---- 2: pings and pongs

    @Test
    void pings() throws IOException {
        try (RawClient client = echo()) {
            for (String payload : List.of("", "Hello", "*".repeat(125))) {
                client.frame(0x89, payload);
                Frame pong = client.read();
                assertThat(pong.opcode()).isEqualTo(RawClient.PONG);
                assertThat(pong.text()).isEqualTo(payload);
            }
            byte[] odd = {0, (byte) 0xff, (byte) 0xfe, (byte) 0xfd};
            client.frame(0x89, odd);
            assertThat(client.read().payload()).isEqualTo(odd);
            // pongs that nobody asked for
            client.frame(0x8a, "").frame(0x8a, "x").frame(0x89, "after");
            assertThat(client.read().text()).isEqualTo("after");
        }
    }

    @Test
    void aPingThatIsTooLong() throws IOException {
        assertThat(after("/echo", frame(0x89, "*".repeat(126)))).containsExactly("close 1002", "end");
    }

    // ---- 3: reserved bits

    @ParameterizedTest
    @ValueSource(ints = {0xc1, 0xa1, 0x91, 0xf1, 0xc2, 0xd9, 0xb8})
    void reservedBits(int first) throws IOException {
        assertThat(after("/echo", frame(0x81, "ok"), frame(first, "bad"), frame(0x89, "")))
                .containsExactly("text ok", "close 1002", "end");
    }

    // ---- 4: opcodes

    @ParameterizedTest
    @ValueSource(ints = {0x83, 0x84, 0x85, 0x86, 0x87, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f})
    void unknownOpcodes(int first) throws IOException {
        assertThat(after("/echo", frame(0x81, "ok"), frame(first, "bad"), frame(0x89, "")))
                .containsExactly("text ok", "close 1002", "end");
        assertThat(after("/parts", frame(first, ""))).containsExactly("close 1002", "end");
    }

    // ---- 5: fragmentation

    @ParameterizedTest
    @ValueSource(strings = {"/echo", "/parts"})
    void fragments(String endpoint) throws IOException {
        try (RawClient client = application.open(endpoint)) {
            client.frame(0x01, "frag")
                    .frame(0x89, "between")
                    .frame(0x00, "ment")
                    .frame(0x80, "s");
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            String pong = null;
            boolean last = false;
            while (!last || pong == null) {
                Frame next = client.read();
                if (next.opcode() == RawClient.PONG) {
                    pong = next.text();
                } else {
                    text.writeBytes(next.payload());
                    last = next.fin();
                }
            }
            assertThat(text.toString(StandardCharsets.UTF_8)).isEqualTo("fragments");
            assertThat(pong).isEqualTo("between");
            client.frame(0x02, "a").frame(0x00, "").frame(0x80, "");
            Frame binary = client.message();
            assertThat(binary.opcode()).isEqualTo(RawClient.BINARY);
            assertThat(binary.text()).isEqualTo("a");
        }
    }

    @Test
    void fragmentsOutOfOrder() throws IOException {
        assertThat(after("/echo", frame(0x09, "x"))).containsExactly("close 1002", "end");
        assertThat(after("/echo", frame(0x0a, "x"))).containsExactly("close 1002", "end");
        assertThat(after("/echo", frame(0x80, "x"))).containsExactly("close 1002", "end");
        assertThat(after("/echo", frame(0x00, "x"), frame(0x81, "y"))).containsExactly("close 1002", "end");
        assertThat(after("/echo", frame(0x01, "x"), frame(0x81, "y"))).containsExactly("close 1002", "end");
        assertThat(after("/echo", frame(0x81, "whole"), frame(0x80, "x")))
                .containsExactly("text whole", "close 1002", "end");
    }

    // ---- 6: UTF-8

    private static final List<String> NOT_UTF8 = List.of(
            "cebae1bdb9cf83cebcceb5eda080656469746564",
            "cebae1bdb9cf83cebcceb5f4908080656469746564",
            "80",
            "bf",
            "8081828384",
            "c020",
            "e0a0",
            "f09080",
            "c0af",
            "e080af",
            "f08080af",
            "c1bf",
            "fe",
            "ff",
            "eda080",
            "edbfbf",
            "eda080edb080",
            "f8888080",
            "f4908080");

    @Test
    void textThatIsNotUtf8() throws IOException {
        for (String hex : NOT_UTF8) {
            byte[] bytes = HexFormat.of().parseHex(hex);
            assertThat(after("/echo", frame(0x81, bytes))).as(hex).containsExactly("close 1007", "end");
            List<byte[]> single = new ArrayList<>();
            for (int i = 0; i < bytes.length; i++) {
                single.add(frame((i == 0 ? 1 : 0) | (i == bytes.length - 1 ? 0x80 : 0), new byte[] {bytes[i]}));
            }
            assertThat(after("/echo", single.toArray(byte[][]::new))).as(hex).containsExactly("close 1007", "end");
            List<String> parts = after("/parts", frame(0x81, bytes));
            assertThat(parts.subList(parts.size() - 2, parts.size())).as(hex).containsExactly("close 1007", "end");
        }
    }

    @Test
    void theFirstWrongByteEndsIt() throws IOException {
        // The message is not at its end, nor is the frame.
        assertThat(after("/echo", frame(0x01, "κόσμε"), frame(0x00, new byte[] {(byte) 0xf4, (byte) 0x90})))
                .containsExactly("close 1007", "end");
        byte[] begun = frame(0x81, HexFormat.of().parseHex("f490808080808080"));
        assertThat(after("/echo", Arrays.copyOf(begun, begun.length - 4))).containsExactly("close 1007", "end");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/echo", "/parts"})
    void textThatIsUtf8(String endpoint) throws IOException {
        String text =
                "κόσμε \u0000 \u007f \u0080 \u07ff \u0800 \ud7ff \ue000 \ufffd \uffff \ud800\udc00 \udbff\udfff €";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (RawClient client = application.open(endpoint)) {
            client.text(text);
            assertThat(client.message().text()).isEqualTo(text);
            for (int i = 0; i < bytes.length; i++) {
                client.frame((i == 0 ? 1 : 0) | (i == bytes.length - 1 ? 0x80 : 0), new byte[] {bytes[i]});
            }
            assertThat(client.message().text()).isEqualTo(text);
        }
    }

    // ---- 7: closing

    @Test
    void closes() throws IOException {
        assertThat(after("/echo", frame(0x81, "last"), CLOSE)).containsExactly("text last", "close 1000", "end");
        assertThat(after("/echo", CLOSE, CLOSE)).containsExactly("close 1000", "end");
        assertThat(after("/echo", CLOSE, frame(0x89, "late"))).containsExactly("close 1000", "end");
        assertThat(after("/echo", CLOSE, frame(0x81, "late"))).containsExactly("close 1000", "end");
        assertThat(after("/echo", frame(0x01, "half"), CLOSE, frame(0x80, "late")))
                .containsExactly("close 1000", "end");
        assertThat(after("/echo", frame(0x88, ""))).containsExactly("close 1005", "end");
        assertThat(after("/echo", frame(0x88, "x"))).containsExactly("close 1002", "end");
        assertThat(after("/echo", frame(0x88, "\u0003è" + "*".repeat(124)))).containsExactly("close 1002", "end");
        byte[] notUtf8 = {3, (byte) 0xe8, (byte) 0xff};
        assertThat(after("/echo", frame(0x88, notUtf8))).containsExactly("close 1007", "end");
        // 256 KB of messages, then a close
        byte[] large = frame(0x81, "*".repeat(256 * 1024));
        assertThat(after("/echo", large, CLOSE)).hasSize(3).endsWith("close 1000", "end");
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999})
    void codes(int code) throws IOException {
        assertThat(after("/echo", frame(0x88, new byte[] {(byte) (code >> 8), (byte) code})))
                .containsExactly("close " + code, "end");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535})
    void codesThatAreNone(int code) throws IOException {
        assertThat(after("/echo", frame(0x88, new byte[] {(byte) (code >> 8), (byte) code})))
                .containsExactly("close 1002", "end");
    }

    // ---- 9 and 10: large messages, in large and small pieces

    @Test
    void largeMessages() throws IOException {
        byte[] bytes = new byte[16 * 1024 * 1024];
        new Random(9).nextBytes(bytes);
        String text = "€uro ".repeat(1_000_000);
        try (RawClient client = echo()) {
            client.frame(0x82, bytes);
            assertThat(Arrays.equals(client.message().payload(), bytes)).isTrue();
            client.text(text);
            assertThat(client.message().text().equals(text)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 1024, 65_536})
    void largeMessagesInFragments(int size) throws IOException {
        byte[] bytes = new byte[1024 * 1024];
        new Random(9).nextBytes(bytes);
        for (String endpoint : List.of("/echo", "/parts")) {
            try (RawClient client = application.open(endpoint)) {
                ByteArrayOutputStream frames = new ByteArrayOutputStream();
                for (int at = 0; at < bytes.length; at += size) {
                    boolean last = at + size >= bytes.length;
                    frames.writeBytes(frame(
                            (at == 0 ? 2 : 0) | (last ? 0x80 : 0),
                            Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + size))));
                }
                // Sent beside, as the endpoint that takes parts answers meanwhile.
                Thread sender = new Thread(() -> client.send(frames.toByteArray()));
                sender.start();
                assertThat(Arrays.equals(client.message().payload(), bytes)).isTrue();
            }
        }
    }

    @Test
    void manySmallMessages() throws IOException {
        try (RawClient client = echo()) {
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            for (int i = 0; i < 5_000; i++) {
                frames.writeBytes(frame(0x81, "message " + i));
            }
            Thread sender = new Thread(() -> client.send(frames.toByteArray()));
            sender.start();
            for (int i = 0; i < 5_000; i++) {
                assertThat(client.message().text()).isEqualTo("message " + i);
            }
        }
    }

    // ---- 12 and 13: compression

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        deflater.setInput(bytes);
        byte[] out = new byte[bytes.length + 100];
        int n = deflater.deflate(out, 0, out.length, Deflater.SYNC_FLUSH);
        deflater.end();
        return Arrays.copyOf(out, n - 4);
    }

    private static byte[] inflated(byte[] bytes) throws Exception {
        Inflater inflater = new Inflater(true);
        byte[] input = Arrays.copyOf(bytes, bytes.length + 4);
        input[bytes.length + 2] = (byte) 0xff;
        input[bytes.length + 3] = (byte) 0xff;
        inflater.setInput(input);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] piece = new byte[8192];
        for (int n = inflater.inflate(piece); n > 0; n = inflater.inflate(piece)) {
            out.write(piece, 0, n);
        }
        inflater.end();
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permessage-deflate",
                "permessage-deflate; client_max_window_bits",
                "permessage-deflate; client_no_context_takeover; server_no_context_takeover",
                "permessage-deflate; server_max_window_bits=9",
                "permessage-deflate; server_no_context_takeover; server_max_window_bits=15",
                "permessage-deflate; server_max_window_bits=99, permessage-deflate; unknown, permessage-deflate"
            })
    void compresses(String offer) throws Exception {
        try (RawClient client = application.open("/echo", "Sec-WebSocket-Extensions", offer)) {
            String agreed = client.header("Sec-WebSocket-Extensions");
            assertThat(agreed).startsWith("permessage-deflate").contains("server_no_context_takeover");
            assertThat(agreed.contains("server_max_window_bits=9")).isEqualTo(offer.endsWith("bits=9"));
            for (int size : new int[] {0, 16, 64, 256, 4_096, 131_072}) {
                String text = "{\"message\": \"€\"} ".repeat(size).substring(0, size);
                client.frame(0xc1, deflated(text.getBytes(StandardCharsets.UTF_8)));
                Frame answer = client.message();
                byte[] bytes = answer.rsv1() ? inflated(answer.payload()) : answer.payload();
                assertThat(new String(bytes, StandardCharsets.UTF_8).equals(text))
                        .as("size " + size)
                        .isTrue();
                assertThat(answer.rsv1()).isEqualTo(bytes.length >= 64);
            }
            // in fragments, and one without compression
            byte[] whole = deflated("in fragments".getBytes(StandardCharsets.UTF_8));
            client.frame(0x41, Arrays.copyOf(whole, 5)).frame(0x80, Arrays.copyOfRange(whole, 5, whole.length));
            assertThat(client.message().text()).isEqualTo("in fragments");
            client.text("plain");
            assertThat(client.message().text()).isEqualTo("plain");
        }
    }

    @Test
    void whatCannotBeAgreedIsLeftOut() throws Exception {
        for (String offer : List.of(
                "x-webkit-deflate-frame",
                "permessage-deflate; server_max_window_bits=7",
                "permessage-deflate; a=b",
                ";;,")) {
            try (RawClient client = application.open("/echo", "Sec-WebSocket-Extensions", offer)) {
                assertThat(client.status()).as(offer).isEqualTo(101);
                assertThat(client.header("Sec-WebSocket-Extensions")).as(offer).isNull();
                client.text("plain");
                assertThat(client.message().text()).isEqualTo("plain");
            }
        }
    }

    @Test
    void aBombIsCutOff() throws Exception {
        byte[] bomb = deflated(new byte[100_000_000]);
        assertThat(bomb.length).isLessThan(100_000);
        try (RawClient client = application.open("/room/bomb/1", "Sec-WebSocket-Extensions", "permessage-deflate")) {
            client.frame(0xc1, bomb);
            assertThat(client.rest()).contains("close 1009");
        }
    }

    // ---- limits

    @Test
    void messagesBeyondTheLimit() throws IOException {
        assertThat(after("/room/limit/1", frame(0x81, "*".repeat(64 * 1024 + 1))))
                .contains("close 1009")
                .endsWith("end");
        byte[] half = frame(0x01, "*".repeat(40 * 1024));
        byte[] more = frame(0x00, "*".repeat(40 * 1024));
        assertThat(after("/room/limit/1", half, more)).contains("close 1009").endsWith("end");
        // Messages that nobody wants are read over, however large.
        try (RawClient client = application.open("/room/limit/1")) {
            client.frame(0x82, new byte[1_000_000]).text("number");
            assertThat(client.message().text()).isEqualTo("42");
        }
    }
}
