package io.keelson.admin.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.rest.Call;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"", "/a b", "/a+b", "/\u00e9", "a&b=c?d#e", "100%", "%20", "*~'()!", "\ud83d\ude00", "\n\t\u0000"
            })
    void theServerReadsWhatTheClientMeant(String text) throws Exception {
        String encoded = PercentEncoding.of(text);
        assertThat(Call.decode(encoded)).isEqualTo(text);
        assertThat(encoded).doesNotContainPattern("[ +&=?#/\\r\\n]");
    }

    @Test
    void soItIsForAnyText() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            String text = random.ints(random.nextInt(12), 0, 0x2fff)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            assertThat(Call.decode(PercentEncoding.of(text))).as("seed " + seed).isEqualTo(text);
        }
    }
}
