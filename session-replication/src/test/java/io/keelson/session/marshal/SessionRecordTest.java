package io.keelson.session.marshal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class SessionRecordTest {
    /** Version 1 as it was written first: it has to be read for ever. */
    private static final String VERSION_1 = "4b4c5353010000018bcfe568000000018bcfe56be800000e10"
            + "00000003006100620063000000030061006e006e000000040046004f0052004d000000010000000100780000000549000000"
            + "07";

    private static SessionRecord record() {
        Map<String, byte[]> attributes = new LinkedHashMap<>();
        attributes.put("x", new byte[] {'I', 0, 0, 0, 7});
        return new SessionRecord("abc", 1_700_000_000_000L, 1_700_000_001_000L, 3600, "ann", "FORM", attributes);
    }

    private static void assertSame(SessionRecord actual, SessionRecord expected) {
        assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
    }

    @Test
    void comesBackWhole() throws Exception {
        assertSame(SessionRecord.of(record().toBytes()), record());
        SessionRecord bare = new SessionRecord("\ud800é", 0, 1, -1, null, null, Map.of());
        assertSame(SessionRecord.of(bare.toBytes()), bare);
        assertThat(SessionRecord.head(record().toBytes()).expires()).isEqualTo(1_700_003_601_000L);
        assertThat(SessionRecord.head(bare.toBytes()).expires()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theFormOfVersion1StaysAsItIs() throws Exception {
        byte[] body = HexFormat.of().parseHex(VERSION_1);
        assertThat(HexFormat.of().formatHex(Arrays.copyOf(record().toBytes(), body.length)))
                .isEqualTo(VERSION_1);
        assertSame(SessionRecord.of(signed(body)), record());
    }

    private static byte[] signed(byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(body);
        return ByteBuffer.allocate(body.length + 4)
                .put(body)
                .putInt((int) crc.getValue())
                .array();
    }

    @Test
    void whatIsTornOrChangedIsRefused() {
        byte[] whole = record().toBytes();
        for (int length = 0; length < whole.length; length++) {
            byte[] torn = Arrays.copyOf(whole, length);
            assertThatExceptionOfType(MalformedSessionException.class)
                    .as("of %s bytes", length)
                    .isThrownBy(() -> SessionRecord.of(torn));
        }
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] changed = whole.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatExceptionOfType(MalformedSessionException.class)
                    .as("bit %s", bit)
                    .isThrownBy(() -> SessionRecord.of(changed));
        }
        assertThatExceptionOfType(MalformedSessionException.class)
                .isThrownBy(() -> SessionRecord.of(Arrays.copyOf(whole, whole.length + 1)));
    }

    @Test
    void aLaterVersionIsCalledSo() {
        byte[] later = record().toBytes();
        later[4] = 2;
        assertThatExceptionOfType(MalformedSessionException.class)
                .isThrownBy(() -> SessionRecord.of(later))
                .withMessageContaining("version 2");
    }

    /** Who can make check sums can make anything: nothing but the one exception comes of it, and no large array. */
    @Test
    void anyBytesWithTheRightCheckSumAreReadOrRefused() {
        long seed = Long.getLong("seed", 20260101L);
        Random random = new Random(seed);
        byte[] whole = record().toBytes();
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] body = Arrays.copyOf(whole, whole.length - 4 - random.nextInt(3));
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                body[5 + random.nextInt(body.length - 5)] = (byte) random.nextInt();
            }
            try {
                assertThat(SessionRecord.of(signed(body)).id()).isNotNull();
                read++;
            } catch (MalformedSessionException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
        assertThat(read).as("seed %s", seed).isBetween(1, 19_999);
    }
}
