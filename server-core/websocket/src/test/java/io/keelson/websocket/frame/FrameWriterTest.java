package io.keelson.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FrameWriterTest {
    private final FrameWriter writer = new FrameWriter(null);

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
        assertThat(hex(FrameWriter.ping(new byte[] {1, 2}))).isEqualTo("89020102");
        assertThat(hex(FrameWriter.pong(new byte[0]))).isEqualTo("8a00");
        assertThatThrownBy(() -> FrameWriter.ping(new byte[126])).isInstanceOf(IllegalArgumentException.class);
        assertThat(hex(FrameWriter.close(1000, "bye"))).isEqualTo("880503e8627965");
        assertThat(hex(FrameWriter.close(CloseCode.NONE, "never said"))).isEqualTo("8800");
        assertThat(hex(FrameWriter.close(CloseCode.ABNORMAL, ""))).isEqualTo("8800");
    }

    @Test
    void aLongReasonIsCutBetweenCharacters() {
        ByteBuffer frame = FrameWriter.close(1000, "x" + "€".repeat(60));
        // 2 of the head, 2 of the code, 1, and 40 times 3 of at most 123 - 1
        assertThat(frame.remaining()).isEqualTo(2 + 2 + 1 + 40 * 3);
    }
}
