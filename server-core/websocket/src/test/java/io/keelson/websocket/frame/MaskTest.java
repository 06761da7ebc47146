package io.keelson.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MaskTest {
    @Test
    void isTheSameInAnyPieces() {
        Random random = new Random(3);
        byte[] plain = new byte[1_000];
        random.nextBytes(plain);
        int key = 0x12f489ab;
        byte[] masked = plain.clone();
        for (int i = 0; i < masked.length; i++) {
            masked[i] ^= (byte) (key >>> 24 - 8 * (i & 3));
        }
        for (int round = 0; round < 200; round++) {
            byte[] work = masked.clone();
            for (int at = 0; at < work.length; ) {
                int n = Math.min(work.length - at, random.nextInt(40));
                Mask.apply(key, at, work, at, n);
                at += n;
            }
            assertThat(work).isEqualTo(plain);
        }
    }

    @Test
    void countsBeyondAnInteger() {
        byte[] bytes = {0, 0};
        Mask.apply(0x01020304, 1L << 40 | 2, bytes, 0, 2);
        assertThat(bytes).containsExactly(3, 4);
    }
}
