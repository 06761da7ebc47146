package io.keelson.cluster.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncoderTest {
    private static final byte[] BYTES = new byte[300];

    private static byte[] written(Encoder out) {
        return out.tag(7)
                .text("basket")
                .text("K\u00f6rbchen \ud83e\uddfa")
                .bytes(BYTES)
                .number(-1)
                .flag(true)
                .list(List.of("a", "b"), Encoder::text)
                .toBytes();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64, 300, 345, 346, 347, 100_000})
    void whatWasExpectedChangesNothing(int expected) throws Exception {
        byte[] bytes = written(new Encoder(expected));
        assertThat(bytes).isEqualTo(written(new Encoder()));
        Decoder in = new Decoder(bytes);
        assertThat(in.tag()).isEqualTo(7);
        assertThat(in.text(100)).isEqualTo("basket");
        assertThat(in.text(100)).isEqualTo("K\u00f6rbchen \ud83e\uddfa");
        assertThat(in.bytes(1_000)).isEqualTo(BYTES);
        assertThat(in.number()).isEqualTo(-1);
        assertThat(in.flag()).isTrue();
        assertThat(in.list(10, from -> from.text(10))).containsExactly("a", "b");
        in.end();
    }

    @Test
    void whatIsReferredToStandsInItsPlace() throws Exception {
        byte[] large = new byte[Encoder.LARGE];
        Arrays.fill(large, (byte) 5);
        Encoder out = new Encoder()
                .constant(BYTES)
                .text("a")
                .constant(large)
                .constant(large)
                .text("b");
        byte[] bytes = new Encoder()
                .bytes(BYTES)
                .text("a")
                .bytes(large)
                .bytes(large)
                .text("b")
                .toBytes();
        assertThat(out.length()).isEqualTo(bytes.length);
        assertThat(out.toBytes()).isEqualTo(bytes);
        ByteBuffer copied = ByteBuffer.allocate(bytes.length);
        out.copyTo(copied);
        assertThat(copied.array()).isEqualTo(bytes);
        ByteBuffer parts = ByteBuffer.allocate(bytes.length);
        out.parts().forEach(parts::put);
        assertThat(parts.array()).isEqualTo(bytes);
        Decoder in = new Decoder(bytes, 302, bytes.length - 302); // after the first, which has two bytes of length
        assertThat(in.text(1)).isEqualTo("a");
        assertThat(in.bytes(Encoder.LARGE)).isEqualTo(large);
        assertThat(in.bytes(Encoder.LARGE)).isEqualTo(large);
        assertThat(in.text(1)).isEqualTo("b");
        in.end();
    }

    private static Pieces pieces(byte[] bytes, Random random, int longest) {
        List<ByteBuffer> pieces = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            int length = Math.min(bytes.length - at, random.nextInt(longest));
            pieces.add(ByteBuffer.wrap(bytes, at, length));
            at += length;
        }
        return new Pieces(pieces);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 50, 300, 2_000, 100_000})
    void whatStandsInPiecesIsReadAsIfItWereWhole(int longest) throws Exception {
        Random random = new Random(longest);
        byte[] large = new byte[70_000];
        random.nextBytes(large);
        String text = "K\u00f6rbchen".repeat(40);
        for (int i = 0; i < 50; i++) {
            byte[] bytes = new Encoder()
                    .bytes(Arrays.copyOf(large, i * 11))
                    .text("a".repeat(i * 13))
                    .constant(large)
                    .number(-1)
                    .text(text)
                    .bytes(BYTES)
                    .tag(3)
                    .bytes(Arrays.copyOf(large, i))
                    .toBytes();
            byte[] more = Arrays.copyOf(bytes, bytes.length + 5); // what follows is not its own
            Pieces pieces = pieces(more, random, longest);
            Decoder in = new Decoder(pieces, bytes.length);
            assertThat(in.bytes(1_000)).isEqualTo(Arrays.copyOf(large, i * 11));
            assertThat(in.text(1_000)).isEqualTo("a".repeat(i * 13));
            assertThat(in.bytes(large.length)).isEqualTo(large);
            assertThat(in.number()).isEqualTo(-1);
            assertThat(in.text(1_000)).isEqualTo(text);
            assertThat(in.more()).isTrue();
            assertThat(in.bytes(300)).isEqualTo(BYTES);
            assertThat(in.tag()).isEqualTo(3);
            assertThat(in.rest()).hasSize(i + 1);
            in.end();
            assertThat(in.more()).isFalse();
            assertThat(pieces.remaining()).isEqualTo(5);
        }
    }

    @Test
    void piecesThatEndTooSoonAreRefusedAtTheRightByte() {
        byte[] bytes = new Encoder().bytes(BYTES).bytes(BYTES).toBytes();
        for (int length : new int[] {1, 2, 301, 302, 303, 500, 603}) {
            Decoder in = new Decoder(pieces(bytes, new Random(length), 40), length);
            assertThatThrownBy(() -> {
                        in.bytes(300);
                        in.bytes(300);
                    })
                    .isInstanceOf(MalformedMessageException.class)
                    .hasMessageContaining(length < 302 ? "byte" : length < 304 ? "30" : "before byte 304");
        }
        Decoder in = new Decoder(pieces(bytes, new Random(1), 40), bytes.length);
        assertThatThrownBy(() -> {
                    in.bytes(300);
                    in.end();
                })
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("goes on for 302 bytes");
    }

    @Test
    void aTextThatIsNotUtf8IsRefused() {
        byte[] bytes = new Encoder()
                .bytes("K\u00f6rbchen".getBytes(StandardCharsets.ISO_8859_1))
                .toBytes();
        assertThatThrownBy(() -> new Decoder(bytes).text(100))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("not UTF-8");
    }

    @Test
    void aTextIsNotLongerThanWhatIsLeftOrAllowed() {
        byte[] bytes = new Encoder().text("basket").toBytes();
        assertThatThrownBy(() -> new Decoder(bytes).text(5)).isInstanceOf(MalformedMessageException.class);
        byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> new Decoder(cut).text(100)).isInstanceOf(MalformedMessageException.class);
    }
}
