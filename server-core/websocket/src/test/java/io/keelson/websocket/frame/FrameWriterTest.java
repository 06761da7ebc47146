package io.keelson.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameWriterTest {
    private final FrameWriter writer = new FrameWriter(Side.SERVER, null);

    private static String hex(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return java.util.HexFormat.of().formatHex(bytes);
    }

    @Test
    void headsOfEachLength() {
        assertThat(hex(writer.data(Kind.TEXT, ByteBuffer.allocate(0), true)[0])).isEqualTo("8100");
        assertThat(hex(writer.data(Kind.BINARY, ByteBuffer.allocate(125), true)[0]))
                .isEqualTo("827d");
        assertThat(hex(writer.data(Kind.BINARY, ByteBuffer.allocate(126), true)[0]))
                .isEqualTo("827e007e");
        assertThat(hex(writer.data(Kind.BINARY, ByteBuffer.allocate(65_535), true)[0]))
                .isEqualTo("827effff");
        assertThat(hex(writer.data(Kind.BINARY, ByteBuffer.allocate(65_536), true)[0]))
                .isEqualTo("827f0000000000010000");
    }

    @Test
    void messagesInParts() {
        assertThat(hex(writer.data(Kind.TEXT, ByteBuffer.allocate(1), false)[0]))
                .isEqualTo("0101");
        assertThat(writer.withinMessage()).isTrue();
        assertThat(hex(writer.data(Kind.TEXT, ByteBuffer.allocate(2), false)[0]))
                .isEqualTo("0002");
        assertThat(hex(writer.data(Kind.TEXT, ByteBuffer.allocate(3), true)[0])).isEqualTo("8003");
        assertThat(writer.withinMessage()).isFalse();
    }

    @Test
    void theContentIsNotCopied() {
        ByteBuffer content = ByteBuffer.wrap("x".getBytes(StandardCharsets.UTF_8));
        assertThat(writer.data(Kind.TEXT, content, true)[1]).isSameAs(content);
    }

    @Test
    void controlFrames() {
        assertThat(hex(writer.ping(new byte[] {1, 2}))).isEqualTo("89020102");
        assertThat(hex(writer.pong(new byte[0]))).isEqualTo("8a00");
        assertThatThrownBy(() -> writer.ping(new byte[126])).isInstanceOf(IllegalArgumentException.class);
        assertThat(hex(writer.close(1000, "bye"))).isEqualTo("880503e8627965");
        assertThat(hex(writer.close(CloseCode.NONE, "never said"))).isEqualTo("8800");
        assertThat(hex(writer.close(CloseCode.ABNORMAL, ""))).isEqualTo("8800");
    }

    @Test
    void aLongReasonIsCutBetweenCharacters() {
        ByteBuffer frame = writer.close(1000, "x" + "€".repeat(60));
        // 2 of the head, 2 of the code, 1, and 40 times 3 of at most 123 - 1
        assertThat(frame.remaining()).isEqualTo(2 + 2 + 1 + 40 * 3);
    }

    @Test
    void framesOfAClient() throws ProtocolFault {
        FrameWriter client = new FrameWriter(Side.CLIENT, null);
        for (int length : new int[] {0, 1, 125, 126, 65_535, 65_536}) {
            byte[] content = new byte[length];
            java.util.Arrays.fill(content, (byte) 7);
            ByteBuffer[] frame = client.data(Kind.BINARY, ByteBuffer.wrap(content), true);
            assertThat(frame[0].get(1) & Opcode.MASKED).isEqualTo(Opcode.MASKED);
            assertThat(new String(content, StandardCharsets.US_ASCII)).isEqualTo("\u0007".repeat(length));
            assertThat(read(Side.CLIENT, frame)).containsExactly("BINARY " + length + " 7 last");
            assertThatThrownBy(() -> read(Side.SERVER, frame))
                    .isInstanceOf(ProtocolFault.class)
                    .hasMessageContaining("is masked");
        }
        assertThat(read(Side.CLIENT, client.ping(new byte[] {1}))).containsExactly("ping 1");
        assertThat(read(Side.CLIENT, client.close(1000, "bye"))).containsExactly("close 1000 bye");
        assertThat(read(Side.SERVER, writer.data(Kind.TEXT, ByteBuffer.wrap(new byte[] {'x'}), true)))
                .containsExactly("TEXT 1 120 last");
        assertThat(read(Side.SERVER, writer.data(Kind.TEXT, ByteBuffer.wrap(new byte[300]), true)))
                .containsExactly("TEXT 300 0 last");
        assertThat(read(Side.SERVER, writer.ping(new byte[] {1, 2}))).containsExactly("ping 2");
    }

    private static List<String> read(Side from, ByteBuffer... frame) throws ProtocolFault {
        List<String> found = new ArrayList<>();
        FrameReader reader = new FrameReader(new Named(found), from, null);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ByteBuffer part : frame) {
            ByteBuffer copy = part.duplicate();
            byte[] bytes = new byte[copy.remaining()];
            copy.get(bytes);
            all.writeBytes(bytes);
        }
        byte[] bytes = all.toByteArray();
        reader.take(bytes, 0, bytes.length);
        return found;
    }

    private record Named(List<String> found) implements FrameListener {
        @Override
        public void data(Kind kind, byte[] bytes, int offset, int length, int unfinished, boolean last) {
            found.add(
                    kind + " " + length + " " + (length == 0 ? 7 : bytes[offset + length - 1]) + (last ? " last" : ""));
        }

        @Override
        public void ping(byte[] payload) {
            found.add("ping " + payload.length);
        }

        @Override
        public void pong(byte[] payload) {
            found.add("pong " + payload.length);
        }

        @Override
        public void close(int code, String reason) {
            found.add("close " + code + " " + reason);
        }

        @Override
        public boolean ready() {
            return true;
        }
    }
}
