package io.keelson.session.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompressionTest {
    private static final byte[] TEXT = "said again and again; ".repeat(500).getBytes(StandardCharsets.US_ASCII);

    private static byte[] expand(byte[] item) {
        byte[] room = new byte[item.length + 20];
        System.arraycopy(item, 0, room, 7, item.length);
        assertThat(Compression.isCompressed(room[7])).isTrue();
        return Compression.expand(room, 7, item.length, 1 << 20);
    }

    @Test
    void whatIsExpandedIsWhatWasCompressed() {
        for (int i = 0; i < 20; i++) { // more than are kept
            byte[] item = Arrays.copyOf(TEXT, TEXT.length - i);
            byte[] shorter = Compression.compress(item);
            assertThat(shorter).isNotNull().hasSizeLessThan(500);
            assertThat(expand(shorter)).isEqualTo(item);
        }
    }

    @Test
    void whatDoesNotGetShorterIsLeft() {
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);
        assertThat(Compression.compress(noise)).isNull();
        assertThat(Compression.compress(new byte[0])).isNull();
        assertThat(Compression.compress(new byte[3])).isNull();
        assertThat(expand(Compression.compress(TEXT))).isEqualTo(TEXT); // the one before has left nothing behind
    }

    @Test
    void messagesAboutSessionsAreNotTakenForCompressed() {
        assertThat(Compression.isCompressed((byte) 2)).isFalse();
    }

    @Test
    void nonsenseIsRefused() {
        byte[] shorter = Compression.compress(TEXT);
        assertThatThrownBy(() -> Compression.expand(shorter, 0, shorter.length, TEXT.length - 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most");
        byte[] more = shorter.clone();
        more[1]--; // says that it is shorter than it is
        assertThatThrownBy(() -> Compression.expand(more, 0, more.length, 1 << 20))
                .isInstanceOf(IllegalArgumentException.class);
        Random random = new Random(2);
        for (int i = 1; i < shorter.length; i++) {
            byte[] cut = Arrays.copyOf(shorter, i);
            assertThatThrownBy(() -> Compression.expand(cut, 0, cut.length, 1 << 20))
                    .isInstanceOf(IllegalArgumentException.class);
            byte[] other = shorter.clone();
            other[i] ^= (byte) (1 + random.nextInt(255));
            try {
                assertThat(Compression.expand(other, 0, other.length, 1 << 20)).hasSizeLessThanOrEqualTo(1 << 20);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("a compressed item");
            }
        }
    }
}
