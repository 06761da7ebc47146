package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what members tell one another of the objects that they have. */
class RemoteOfferTest {
    private static final RemoteOffer OFFER =
            new RemoteOffer(3, 100, List.of("keelson://h:7001", "keelsons://h:7002"), List.of("prices", "a/b"));
    private static final String BYTES = "010000000000000003006400020010" + hex("keelson://h:7001") + "0011"
            + hex("keelsons://h:7002") + "00020003" + hex("a/b") + "0006" + hex("prices");

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    }

    @Test
    void bytesOfVersionOne() throws Exception {
        assertThat(HexFormat.of().formatHex(OFFER.bytes())).isEqualTo(BYTES);
        assertThat(RemoteOffer.read(HexFormat.of().parseHex(BYTES))).isEqualTo(OFFER);
    }

    @Test
    void theOrderOfKeysIsNoDifference() {
        RemoteOffer other = new RemoteOffer(4, 100, OFFER.addresses(), List.of("a/b", "prices"));
        assertThat(OFFER.sameAs(other)).isTrue();
        assertThat(OFFER.sameAs(new RemoteOffer(4, 99, OFFER.addresses(), OFFER.keys())))
                .isFalse();
        assertThat(OFFER.sameAs(new RemoteOffer(4, 100, List.of(), OFFER.keys())))
                .isFalse();
        assertThat(OFFER.sameAs(new RemoteOffer(4, 100, OFFER.addresses(), List.of())))
                .isFalse();
    }

    @Test
    void whatIsCutOffOrWrongIsRefused() {
        byte[] bytes = OFFER.bytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> RemoteOffer.read(part)).isInstanceOf(IOException.class);
        }
        for (String wrong : List.of("02" + BYTES.substring(2), "0100000000000000030000" + BYTES.substring(22))) {
            assertThatThrownBy(() -> RemoteOffer.read(HexFormat.of().parseHex(wrong)))
                    .isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> RemoteOffer.read(HexFormat.of().parseHex("0100000000000000030064ffff")))
                .hasMessageContaining("65535 texts");
    }
}
