package io.keelson.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7692: messages that were compressed here are read here again; the examples of 7.2.3 are read; windows are kept to. */
class CompressionTest {
    private static final DeflateAgreement SHARED = new DeflateAgreement(false, false, 15);
    private static final DeflateAgreement DEDICATED = new DeflateAgreement(true, true, 15);

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }

    /** A server's frames as a client would send them. */
    private static byte[] turned(FrameWriter writer, String... messages) {
        ClientFrames frames = new ClientFrames();
        for (String message : messages) {
            ByteBuffer[] frame =
                    writer.data(Kind.TEXT, ByteBuffer.wrap(message.getBytes(StandardCharsets.UTF_8)), true);
            byte[] payload = new byte[frame[1].remaining()];
            frame[1].get(payload);
            frames.frame(frame[0].get(0) & 0xff, payload);
        }
        return frames.bytes();
    }

    @Test
    void examplesOfTheSpecification() {
        assertThat(Found.in(
                        new ClientFrames()
                                .frame(0xc1, hex("f2 48 cd c9 c9 07 00"))
                                .bytes(),
                        100,
                        SHARED))
                .containsExactly("text Hello");
        // in two fragments
        assertThat(Found.in(
                        new ClientFrames()
                                .frame(0x41, hex("f2 48 cd"))
                                .frame(0x80, hex("c9 c9 07 00"))
                                .bytes(),
                        2,
                        SHARED))
                .containsExactly("text Hello");
        // the second refers to the first
        byte[] twice = new ClientFrames()
                .frame(0xc1, hex("f2 48 cd c9 c9 07 00"))
                .frame(0xc1, hex("f2 00 11 00 00"))
                .bytes();
        assertThat(Found.in(twice, 100, DEDICATED)).containsExactly("text Hello", "text Hello");
        // without compression, with a final block, in two blocks, empty
        assertThat(Found.in(
                        new ClientFrames()
                                .frame(0xc1, hex("00 05 00 fa ff 48 65 6c 6c 6f 00"))
                                .bytes(),
                        100,
                        SHARED))
                .containsExactly("text Hello");
        assertThat(Found.in(
                        new ClientFrames()
                                .frame(0xc1, hex("f3 48 cd c9 c9 07 00 00"))
                                .bytes(),
                        1,
                        SHARED))
                .containsExactly("text Hello");
        assertThat(Found.in(
                        new ClientFrames()
                                .frame(0xc1, hex("f2 48 05 00 00 00 ff ff ca c9 c9 07 00"))
                                .bytes(),
                        100,
                        SHARED))
                .containsExactly("text Hello");
        assertThat(Found.in(new ClientFrames().frame(0xc1, hex("00")).bytes(), 100, SHARED))
                .containsExactly("text ");
    }

    @Test
    void aMessageWithoutCompressionAmongOthers() {
        byte[] input = new ClientFrames()
                .frame(0xc1, hex("f2 48 cd c9 c9 07 00"))
                .text("plain")
                .frame(0xc1, hex("f2 48 cd c9 c9 07 00"))
                .bytes();
        assertThat(Found.in(input, 100, SHARED)).containsExactly("text Hello", "text plain", "text Hello");
    }

    @Test
    void whatIsNoDeflatedDataOrNoText() {
        assertThat(Found.in(new ClientFrames().frame(0xc1, hex("ff ff ff ff")).bytes(), 100, SHARED))
                .containsExactly("fault 1007");
        // Refers to a message that was forgotten.
        byte[] twice = new ClientFrames()
                .frame(0xc1, hex("f2 48 cd c9 c9 07 00"))
                .frame(0xc1, hex("f2 00 11 00 00"))
                .bytes();
        assertThat(Found.in(twice, 100, SHARED)).containsExactly("text Hello", "fault 1007");
        FrameWriter writer = new FrameWriter(Side.SERVER, SHARED);
        ByteBuffer[] frame = writer.data(Kind.BINARY, ByteBuffer.wrap(filled(200, (byte) 0xff)), true);
        byte[] payload = new byte[frame[1].remaining()];
        frame[1].get(payload);
        assertThat(Found.in(new ClientFrames().frame(0xc1, payload).bytes(), 100, SHARED))
                .containsExactly("fault 1007");
        assertThat(Found.in(new ClientFrames().frame(0xc1, payload).bytes(), 100, null))
                .containsExactly("fault 1002");
    }

    private static byte[] filled(int n, byte with) {
        byte[] bytes = new byte[n];
        Arrays.fill(bytes, with);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9, 12, 15})
    void thereAndBack(int window) {
        Random random = new Random(11);
        for (boolean keeps : List.of(true, false)) {
            DeflateAgreement agreement = new DeflateAgreement(keeps, keeps, window);
            FrameWriter writer = new FrameWriter(Side.SERVER, agreement);
            String[] messages = new String[40];
            for (int i = 0; i < messages.length; i++) {
                messages[i] = "{\"name\":\"value " + random.nextInt(9) + "\"}".repeat(random.nextInt(400));
            }
            List<String> expected =
                    Arrays.stream(messages).map(message -> "text " + message).toList();
            assertThat(Found.in(turned(writer, messages), 4_000, agreement)).isEqualTo(expected);
            writer.close();
        }
    }

    @Test
    void smallWindowsAreKeptTo() throws Exception {
        byte[] unit = new byte[300];
        new Random(5).nextBytes(unit);
        ByteArrayOutputStream repeated = new ByteArrayOutputStream();
        for (int i = 0; i < 20; i++) {
            repeated.writeBytes(unit);
        }
        byte[] bytes = repeated.toByteArray();
        // What repeats after 300 bytes can be referred to within 512, but not within 256.
        int large = new Deflation(new DeflateAgreement(false, false, 15)).deflate(bytes, 0, bytes.length, true).length;
        int small = new Deflation(new DeflateAgreement(false, false, 8)).deflate(bytes, 0, bytes.length, true).length;
        assertThat(large).isLessThan(1_000);
        assertThat(small).isGreaterThan(bytes.length * 9 / 10);
    }

    @Test
    void messagesInParts() {
        FrameWriter writer = new FrameWriter(Side.SERVER, SHARED);
        ClientFrames frames = new ClientFrames();
        String[] parts = {"first ", "", "second ".repeat(50), ""};
        for (int i = 0; i < parts.length; i++) {
            ByteBuffer[] frame = writer.data(
                    Kind.TEXT, ByteBuffer.wrap(parts[i].getBytes(StandardCharsets.UTF_8)), i == parts.length - 1);
            byte[] payload = new byte[frame[1].remaining()];
            frame[1].get(payload);
            frames.frame(frame[0].get(0) & 0xff, payload);
        }
        assertThat(Found.in(frames.bytes(), 10, SHARED)).containsExactly("text " + String.join("", parts));
    }

    @Test
    void littleInputDoesNotBecomeMuchOutputAtOnce() throws ProtocolFault {
        FrameWriter writer = new FrameWriter(Side.SERVER, SHARED);
        ByteBuffer[] frame = writer.data(Kind.BINARY, ByteBuffer.wrap(new byte[50_000_000]), true);
        byte[] payload = new byte[frame[1].remaining()];
        frame[1].get(payload);
        assertThat(payload.length).isLessThan(100_000);
        Found found = new Found() {
            @Override
            public boolean ready() {
                return bytes < 64 * 1024;
            }

            @Override
            public void data(Kind kind, byte[] content, int offset, int length, int unfinished, boolean last) {
                bytes += length;
            }
        };
        byte[] input = new ClientFrames().frame(0xc2, payload).bytes();
        FrameReader reader = new FrameReader(found, Side.CLIENT, SHARED);
        assertThat(reader.take(input, 0, input.length)).isFalse();
        assertThat(found.bytes).isLessThan(80 * 1024);
        reader.close();
    }
}
