package io.keelson.websocket.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against the JDK's own strict decoder. */
class Utf8Test {
    private static boolean jdkTakes(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static boolean takes(byte[] bytes, int piece) {
        Utf8 utf8 = new Utf8();
        for (int at = 0; at < bytes.length; at += piece) {
            if (!utf8.accept(bytes, at, Math.min(piece, bytes.length - at))) {
                return false;
            }
        }
        return utf8.unfinished() == 0;
    }

    @Test
    void everySequenceOfUpToThreeBytes() {
        int[] interesting = {
            0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
            0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff
        };
        for (int a : interesting) {
            for (int b : interesting) {
                for (int c : interesting) {
                    for (int d : interesting) {
                        byte[] bytes = {(byte) a, (byte) b, (byte) c, (byte) d};
                        boolean expected = jdkTakes(bytes);
                        // Half a million times: a description of each would take longer than all the rest.
                        if (takes(bytes, 4) != expected || takes(bytes, 1) != expected) {
                            fail("%x %x %x %x: the JDK says %s", a, b, c, d, expected);
                        }
                    }
                }
            }
        }
    }

    @Test
    void longTextsWithOneWrongByte() {
        long seed = 7;
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i >= 0; i--) {
                text.appendCodePoint(
                        switch (random.nextInt(5)) {
                            case 0 -> 0x80 + random.nextInt(0x700);
                            case 1 -> 0x800 + random.nextInt(0xc000);
                            case 2 -> 0x10000 + random.nextInt(0xfffff);
                            default -> 'a' + random.nextInt(26);
                        });
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            if (random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            for (int piece = 1; piece < 12; piece++) {
                assertThat(takes(bytes, piece))
                        .as("seed %d round %d", seed, round)
                        .isEqualTo(jdkTakes(bytes));
            }
        }
    }
}
