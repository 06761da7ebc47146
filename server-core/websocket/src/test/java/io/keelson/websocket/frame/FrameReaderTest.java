package io.keelson.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6455, 5: what a client may send, and what not; in whatever pieces. */
class FrameReaderTest {
    private static void expect(ClientFrames frames, String... events) {
        byte[] input = frames.bytes();
        for (int piece : new int[] {Integer.MAX_VALUE, 1, 2, 3, 7, 64}) {
            int size = Math.min(piece, Math.max(1, input.length));
            assertThat(Found.in(input, size, null)).as("pieces of " + size).isEqualTo(List.of(events));
        }
    }

    @Test
    void messages() {
        expect(new ClientFrames().text(""), "text ");
        expect(
                new ClientFrames().text("hello").frame(0x82, new byte[] {1, 2, (byte) 255}),
                "text hello",
                "binary 0102ff");
        expect(new ClientFrames().text("π€𝄞"), "text π€𝄞");
        for (int length : new int[] {125, 126, 127, 128, 65_535, 65_536, 70_000}) {
            expect(new ClientFrames().text("*".repeat(length)), "text " + "*".repeat(length));
        }
    }

    @Test
    void fragmentsWithControlFramesBetween() {
        expect(
                new ClientFrames()
                        .frame(0x01, "a")
                        .frame(0x89, "one")
                        .frame(0x00, "b")
                        .frame(0x8a, "two")
                        .frame(0x80, "c")
                        .text("d"),
                "ping one",
                "pong two",
                "text abc",
                "text d");
        expect(new ClientFrames().frame(0x01, "").frame(0x00, "").frame(0x80, ""), "text ");
        expect(new ClientFrames().frame(0x02, "a").frame(0x80, ""), "binary 61");
    }

    @Test
    void aCharacterMayLieAcrossFragments() {
        byte[] euro = "€".getBytes(StandardCharsets.UTF_8);
        expect(
                new ClientFrames()
                        .frame(0x01, new byte[] {euro[0]})
                        .frame(0x00, new byte[] {euro[1]})
                        .frame(0x80, new byte[] {euro[2]}),
                "text €");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x91, 0xa1, 0xc1, 0xb1, 0xd9, 0xc8, 0xca, 0xc0, 0xf1})
    void reservedBits(int first) {
        expect(new ClientFrames().text("ok").frame(first, "x"), "text ok", "fault 1002");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7, 11, 12, 13, 14, 15})
    void unknownKinds(int opcode) {
        expect(new ClientFrames().frame(0x80 | opcode, ""), "fault 1002");
        expect(new ClientFrames().frame(0x80 | opcode, "x"), "fault 1002");
    }

    @Test
    void fragmentsOutOfOrder() {
        expect(new ClientFrames().frame(0x80, "x"), "fault 1002");
        expect(new ClientFrames().frame(0x00, "x"), "fault 1002");
        expect(new ClientFrames().frame(0x01, "x").text("y"), "fault 1002");
        expect(new ClientFrames().text("y").frame(0x80, "x"), "text y", "fault 1002");
        expect(new ClientFrames().frame(0x01, "x").frame(0x82, "y"), "fault 1002");
    }

    @Test
    void controlFrames() {
        expect(new ClientFrames().frame(0x89, "").frame(0x8a, "*".repeat(125)), "ping ", "pong " + "*".repeat(125));
        expect(new ClientFrames().frame(0x89, "*".repeat(126)), "fault 1002");
        expect(new ClientFrames().frame(0x88, "*".repeat(126)), "fault 1002");
        expect(new ClientFrames().frame(0x09, "x"), "fault 1002");
        expect(new ClientFrames().frame(0x08, ""), "fault 1002");
    }

    @Test
    void heads() {
        // not masked
        expect(new ClientFrames().raw(0x81, 0x01, 'x'), "fault 1002");
        // lengths in more bytes than they need
        expect(new ClientFrames().raw(0x81, 0xfe, 0, 125, 0, 0, 0, 0), "fault 1002");
        expect(new ClientFrames().raw(0x81, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0), "fault 1002");
        // the highest bit of a long length
        expect(new ClientFrames().raw(0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0), "fault 1002");
        // a head alone says nothing yet
        expect(new ClientFrames().raw(0x81, 0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4));
    }

    @Test
    void textThatIsNotUtf8() {
        for (String hex :
                List.of("c0af", "eda080", "f4908080", "80", "ff", "e282", "f0808080", "cebae1bdb9cf83cebcceb5eda080")) {
            byte[] bytes = java.util.HexFormat.of().parseHex(hex);
            expect(new ClientFrames().frame(0x81, bytes), "fault 1007");
        }
        // The fault shows with the first wrong byte, though the frame announces more.
        ClientFrames begun = new ClientFrames().frame(0x01, new byte[] {'a', (byte) 0xff, 'b'});
        expect(begun, "fault 1007");
    }

    @Test
    void closeFrames() {
        expect(new ClientFrames().frame(0x88, ""), "close 1005 ");
        expect(new ClientFrames().close(1000, "bye €"), "close 1000 bye €");
        expect(new ClientFrames().close(4999, "*".repeat(123)), "close 4999 " + "*".repeat(123));
        expect(new ClientFrames().frame(0x88, "x"), "fault 1002");
        expect(new ClientFrames().frame(0x88, new byte[] {0x03, (byte) 0xe8, (byte) 0xff}), "fault 1007");
        expect(new ClientFrames().frame(0x88, new byte[] {0x03, (byte) 0xe8, (byte) 0xe2, (byte) 0x82}), "fault 1007");
        // nothing counts after it
        expect(new ClientFrames().close(1000, "").text("late").frame(0x83, "x"), "close 1000 ");
    }

    @ParameterizedTest
    @ValueSource(
            ints = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999})
    void codesThatMayBeSent(int code) {
        expect(new ClientFrames().close(code, ""), "close " + code + " ");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535})
    void codesThatMayNot(int code) {
        expect(new ClientFrames().close(code, ""), "fault 1002");
    }

    @Test
    void stopsWhereTheListenerDoes() throws ProtocolFault {
        Found found = new Found() {
            @Override
            public void data(Kind kind, byte[] content, int offset, int length, int unfinished, boolean last) {
                super.data(kind, content, offset, length, unfinished, last);
                ready = false;
            }
        };
        FrameReader reader = new FrameReader(found, Side.CLIENT, null);
        byte[] input = new ClientFrames().text("a").text("b").bytes();
        assertThat(reader.take(input, 0, input.length)).isFalse();
        assertThat(found.events).containsExactly("text a");
        assertThat(reader.go()).isFalse();
        found.ready = true;
        assertThat(reader.go()).isFalse();
        assertThat(found.events).containsExactly("text a", "text b");
        found.ready = true;
        assertThat(reader.go()).isTrue();
    }
}
