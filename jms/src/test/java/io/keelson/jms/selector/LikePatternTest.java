package io.keelson.jms.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LikePatternTest {
    private static boolean like(String text, String pattern) {
        return LikePattern.of(pattern, '!').matches(text);
    }

    @Test
    void percentStandsForAnyCharactersAndUnderscoreForOne() {
        assertThat(like("", "")).isTrue();
        assertThat(like("", "%")).isTrue();
        assertThat(like("", "_")).isFalse();
        assertThat(like("abc", "a_c")).isTrue();
        assertThat(like("abc", "a_")).isFalse();
        assertThat(like("abc", "%c")).isTrue();
        assertThat(like("abc", "%b")).isFalse();
        assertThat(like("abcbd", "a%b%d")).isTrue();
        assertThat(like("ab\ncd", "ab%d")).isTrue();
        assertThat(like("aab", "%ab")).isTrue();
    }

    @Test
    void anEscapedCharacterStandsForItself() {
        assertThat(like("50%", "50!%")).isTrue();
        assertThat(like("500", "50!%")).isFalse();
        assertThat(like("a_b", "a!_b")).isTrue();
        assertThat(like("a!b", "a!!b")).isTrue();
        assertThat(like("a!", "a!")).isTrue();
        assertThat(like("%%", "!%%")).isTrue();
    }

    @Test
    void aCharacterOfTwoCodeUnitsIsOne() {
        assertThat(like("\ud83d\ude00", "_")).isTrue();
        assertThat(like("a\ud83d\ude00b", "a_b")).isTrue();
        assertThat(like("a\ud83d\ude00b", "a%\ud83d\ude00_")).isTrue();
        assertThat(like("a\ud83d\ude00b", "a\ud83d\ude01b")).isFalse();
    }

    @Test
    void itMatchesAsARegularExpressionWould() {
        Random random = new Random(20261129);
        int matched = 0;
        for (int i = 0; i < 20_000; i++) {
            String text = text(random, "ab", 8);
            String pattern = text(random, "ab%_", 6);
            boolean expected = Pattern.compile(pattern.replace("%", ".*").replace('_', '.'), Pattern.DOTALL)
                    .matcher(text)
                    .matches();
            assertThat(LikePattern.of(pattern, (char) 0).matches(text))
                    .as("%s like %s", text, pattern)
                    .isEqualTo(expected);
            matched += expected ? 1 : 0;
        }
        assertThat(matched).isBetween(1_000, 19_000);
    }

    private static String text(Random random, String of, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append(of.charAt(random.nextInt(of.length())));
        }
        return text.toString();
    }

    /** A regular expression would try each way of sharing the text among the parts, for longer than anybody waits. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void noPatternTakesLong() {
        assertThat(like("a".repeat(20_000), "%a".repeat(40) + "b")).isFalse();
        assertThat(like("a".repeat(20_000) + "b", "%a".repeat(40) + "b")).isTrue();
    }
}
