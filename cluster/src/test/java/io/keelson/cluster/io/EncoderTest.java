package io.keelson.cluster.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
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
