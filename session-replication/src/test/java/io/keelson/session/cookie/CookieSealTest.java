package io.keelson.session.cookie;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.session.cookie.CookieSeal.Opened;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CookieSealTest {
    private static final byte[] OLD = key(1);
    private static final byte[] NEW = key(2);
    private static final byte[] CONTENT = "what only the server may read or write".getBytes(StandardCharsets.US_ASCII);

    private final CookieSeal seal = new CookieSeal("shop", List.of(OLD));

    private static byte[] key(int of) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) of);
        return key;
    }

    private static byte[] content(Opened opened) {
        assertThat(opened).isInstanceOf(Opened.Content.class);
        return ((Opened.Content) opened).bytes();
    }

    @Test
    void opensWhatItHasSealed() {
        assertThat(content(seal.open("id", seal.seal("id", CONTENT)))).isEqualTo(CONTENT);
        assertThat(content(seal.open("id", seal.seal("id", new byte[0])))).isEmpty();
    }

    @Test
    void showsNothing() {
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            String text = seal.seal("id", CONTENT);
            assertThat(text).matches("[A-Za-z0-9_-]+");
            texts.add(text);
        }
        assertThat(texts).as("the same is never sealed to the same").hasSize(1000);
        assertThat(new String(Base64.getUrlDecoder().decode(texts.iterator().next()), StandardCharsets.ISO_8859_1))
                .doesNotContain("only the server");
    }

    @Test
    void refusesEachChangedBit() {
        byte[] sealed = Base64.getUrlDecoder().decode(seal.seal("id", CONTENT));
        for (int bit = 0; bit < 8 * sealed.length; bit++) {
            byte[] changed = sealed.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(seal.open("id", Base64.getUrlEncoder().withoutPadding().encodeToString(changed)))
                    .as("bit %d", bit)
                    .isNotInstanceOf(Opened.Content.class);
        }
    }

    @Test
    void refusesWhatIsCutOrLonger() {
        String text = seal.seal("id", CONTENT);
        for (int length = 0; length < text.length(); length++) {
            assertThat(seal.open("id", text.substring(0, length)))
                    .as("%d characters", length)
                    .isEqualTo(new Opened.Damaged());
        }
        assertThat(seal.open("id", text + "AAAA")).isEqualTo(new Opened.Damaged());
        assertThat(seal.open("id", "no Base64 at all: \u00e9%")).isEqualTo(new Opened.Damaged());
    }

    @Test
    void refusesWhatIsOfAnotherSessionOrApplication() {
        String text = seal.seal("id", CONTENT);
        assertThat(seal.open("id2", text)).isEqualTo(new Opened.Damaged());
        // Its keys are others, too: they are derived for the application.
        assertThat(new CookieSeal("shop2", List.of(OLD)).open("id", text)).isEqualTo(new Opened.UnknownKey());
    }

    @Test
    void keysAreReplacedInTwoSteps() {
        String old = seal.seal("id", CONTENT);
        CookieSeal reads = new CookieSeal("shop", List.of(OLD, NEW));
        CookieSeal writes = new CookieSeal("shop", List.of(NEW, OLD));
        CookieSeal later = new CookieSeal("shop", List.of(NEW));
        assertThat(content(writes.open("id", old))).isEqualTo(CONTENT);
        assertThat(content(reads.open("id", writes.seal("id", CONTENT)))).isEqualTo(CONTENT);
        assertThat(content(seal.open("id", reads.seal("id", CONTENT)))).isEqualTo(CONTENT);
        assertThat(content(later.open("id", writes.seal("id", CONTENT)))).isEqualTo(CONTENT);
        assertThat(later.open("id", old)).isEqualTo(new Opened.UnknownKey());
    }
}
