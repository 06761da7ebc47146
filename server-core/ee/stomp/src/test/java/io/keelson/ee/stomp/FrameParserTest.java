package io.keelson.ee.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FrameParserTest {
    private static final FrameParser.Limits LIMITS = new FrameParser.Limits(100, 5, 20);

    private static List<Frame> read(Version version, byte[] bytes, int atOnce) throws FrameException {
        FrameParser parser = new FrameParser(LIMITS);
        parser.speak(version, LIMITS);
        List<Frame> read = new ArrayList<>();
        for (int from = 0; from < bytes.length; from += atOnce) {
            ByteBuf in = Unpooled.copiedBuffer(bytes, from, Math.min(atOnce, bytes.length - from));
            for (Frame next = parser.next(in); next != null; next = parser.next(in)) {
                read.add(next);
            }
            assertThat(in.isReadable()).isFalse();
        }
        return read;
    }

    private static List<Frame> read(Version version, String text) throws FrameException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<Frame> whole = read(version, bytes, bytes.length);
        for (int atOnce : new int[] {1, 3}) {
            List<Frame> pieces = read(version, bytes, atOnce);
            assertThat(pieces).usingRecursiveComparison().isEqualTo(whole);
        }
        return whole;
    }

    private static Frame one(Version version, String text) throws FrameException {
        List<Frame> read = read(version, text);
        assertThat(read).hasSize(1);
        return read.get(0);
    }

    private static String text(Frame frame) {
        return new String(frame.body(), StandardCharsets.UTF_8);
    }

    private static void assertRefused(Version version, String text, String why) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        for (int atOnce : new int[] {bytes.length, 1, 3}) {
            assertThatThrownBy(() -> read(version, bytes, atOnce))
                    .as("%d at once", atOnce)
                    .isInstanceOf(FrameException.class)
                    .hasMessageContaining(why);
        }
    }

    @Test
    void aFrameEndsWithItsNul() throws FrameException {
        Frame frame = one(Version.V1_2, "SEND\ndestination:/queue/a\n\nhello\0");
        assertThat(frame.command()).isEqualTo(Command.SEND);
        assertThat(frame.headers()).containsExactly(Map.entry("destination", "/queue/a"));
        assertThat(text(frame)).isEqualTo("hello");
        assertThat(read(Version.V1_2, "SEND\ndestination:/queue/a\n\nhello")).isEmpty();
    }

    @Test
    void linesMayEndWithCr() throws FrameException {
        Frame frame = one(Version.V1_2, "\r\n\nSEND\r\na:b\r\n\r\nc\r\n\0\r\n");
        assertThat(frame.header("a")).isEqualTo("b");
        assertThat(text(frame)).isEqualTo("c\r\n");
    }

    @Test
    void aCountedBodyMayHaveNul() throws FrameException {
        List<Frame> frames = read(Version.V1_2, "SEND\ncontent-length:3\n\n\0a\0\0\nSEND\ncontent-length:0\n\n\0");
        assertThat(frames).hasSize(2);
        assertThat(frames.get(0).body()).containsExactly(0, 'a', 0);
        assertThat(frames.get(1).body()).isEmpty();
    }

    @Test
    void lineEndsBetweenFramesAreHeartBeats() throws FrameException {
        assertThat(read(Version.V1_2, "\n\n\nBEGIN\ntransaction:1\n\n\0\n\n\nCOMMIT\ntransaction:1\n\n\0\n"))
                .extracting(Frame::command)
                .containsExactly(Command.BEGIN, Command.COMMIT);
    }

    @Test
    void theFirstOfSeveralHeadersCounts() throws FrameException {
        assertThat(one(Version.V1_2, "ACK\nid:1\nid:2\n\n\0").header("id")).isEqualTo("1");
    }

    @Test
    void headersHaveTheEscapesOfTheirVersion() throws FrameException {
        assertThat(one(Version.V1_2, "SEND\na\\cb:\\\\n\\n\\r:\n\n\0").header("a:b"))
                .isEqualTo("\\n\n\r:");
        assertThat(one(Version.V1_1, "SEND\na\\cb:\\\\n\\n:\n\n\0").header("a:b"))
                .isEqualTo("\\n\n:");
        assertThat(one(Version.V1_0, "SEND\na : \\c\\x \n\n\0").header("a")).isEqualTo("\\c\\x");
        assertThat(one(Version.V1_2, "SEND\na: b \n\n\0").header("a")).isEqualTo(" b ");
        assertThat(one(Version.V1_2, "CONNECT\npasscode:a\\tb:c\n\n\0").header("passcode"))
                .isEqualTo("a\\tb:c");
        assertRefused(Version.V1_2, "SEND\na:\\t\n\n\0", "escape");
        assertRefused(Version.V1_2, "SEND\na:\\\n\n\0", "escape");
        assertRefused(Version.V1_1, "SEND\na:\\r\n\n\0", "escape");
        assertRefused(Version.V1_2, "SEND\n\\x:a\n\n\0", "escape");
    }

    @Test
    void whatIsNoFrameIsRefused() {
        assertRefused(Version.V1_2, "HELLO\n\n\0", "command");
        assertRefused(Version.V1_2, "send\n\n\0", "command");
        assertRefused(Version.V1_2, "A".repeat(20), "command");
        assertRefused(Version.V1_2, "MESSAGE\n\n\0", "command");
        assertRefused(Version.V1_2, "SEND\nno colon\n\n\0", "colon");
        assertRefused(Version.V1_2, "SEND\n:value\n\n\0", "name");
        assertRefused(Version.V1_2, "SEND\na:b\0\n\n\0", "NUL");
        assertRefused(Version.V1_2, "SEND\0", "NUL");
        assertRefused(Version.V1_2, "SEND\na:\u00ff\n\n\0", "UTF-8");
        assertRefused(Version.V1_2, "ACK\nid:1\n\nbody\0", "only SEND");
        assertRefused(Version.V1_2, "ACK\ncontent-length:1\n\nb\0", "only SEND");
        assertRefused(Version.V1_2, "SEND\ncontent-length:2\n\nabc\0", "NUL is missing");
        assertRefused(Version.V1_2, "SEND\ncontent-length:-1\n\n\0", "number");
        assertRefused(Version.V1_2, "SEND\ncontent-length:+1\n\na\0", "number");
        assertRefused(Version.V1_2, "SEND\ncontent-length:\n\na\0", "number");
        assertRefused(Version.V1_2, "SEND\ncontent-length:99999999999999999999\n\na\0", "number");
    }

    @Test
    void whatIsTooLargeIsRefused() throws FrameException {
        assertRefused(Version.V1_2, "SEND\ncontent-length:21\n\n", "20 bytes");
        assertRefused(Version.V1_2, "SEND\n\n" + "b".repeat(21), "20 bytes");
        assertThat(one(Version.V1_2, "SEND\n\n" + "b".repeat(20) + "\0").body()).hasSize(20);
        assertThat(one(Version.V1_2, "SEND\na:" + "b".repeat(98) + "\r\n\r\n\0").header("a"))
                .hasSize(98);
        assertRefused(Version.V1_2, "SEND\na:" + "b".repeat(99) + "\n", "100 bytes");
        assertRefused(Version.V1_2, "SEND\na:" + "b".repeat(98) + "\nc:d\n", "100 bytes");
        assertRefused(Version.V1_2, "SEND\na:1\nb:2\nc:3\nd:4\ne:5\nf:6\n", "5 headers");
    }

    @Test
    void aMistakeSaysTheReceiptThatItsFrameAskedFor() {
        assertThatThrownBy(() -> read(Version.V1_2, "SEND\nreceipt:7\ncontent-length:21\n\n"))
                .isInstanceOfSatisfying(
                        FrameException.class, e -> assertThat(e.receipt()).isEqualTo("7"));
    }

    @Test
    void aFrameDoesNotShowItsHeaders() throws FrameException {
        assertThat(one(Version.V1_2, "CONNECT\npasscode:secret\n\n\0").toString())
                .doesNotContain("secret");
    }
}
