package io.keelson.session.cookie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CookieKeysTest {
    @TempDir
    Path domain;

    private void write(String lines) throws IOException {
        Files.createDirectories(CookieKeys.file(domain).getParent());
        Files.writeString(CookieKeys.file(domain), lines);
    }

    @Test
    void aDomainHasOne() throws Exception {
        List<byte[]> keys = CookieKeys.of(domain);
        assertThat(keys).singleElement().satisfies(key -> assertThat(key).hasSize(32));
        assertThat(CookieKeys.of(domain).get(0)).isEqualTo(keys.get(0));
    }

    @Test
    void thoseOfTheFileComeFirst() throws Exception {
        byte[] ofTheDomain = CookieKeys.of(domain).get(0);
        byte[] own = new byte[32];
        own[0] = -1;
        own[1] = -2;
        write("# since yesterday\n\n  " + Base64.getEncoder().encodeToString(own) + "  \n"
                + Base64.getUrlEncoder().withoutPadding().encodeToString(own) + "\n");
        assertThat(CookieKeys.of(domain)).containsExactly(own, own, ofTheDomain);
    }

    @Test
    void whatIsNoKeyIsSaidWithoutBeingShown() throws Exception {
        for (String bad : List.of("tooshort", "a".repeat(42), "\u00e9".repeat(50), "a".repeat(45))) {
            write("# one\n" + bad + "\n");
            assertThatThrownBy(() -> CookieKeys.of(domain))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("session-keys:2: expected a key")
                    .message()
                    .doesNotContain(bad);
        }
    }
}
