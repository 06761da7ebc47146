package io.keelson.ejb.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Primary keys as text. */
class KeyTextTest {
    private final KeyText keys = new KeyText(KeyTextTest.class.getClassLoader());

    /** A key of two fields. */
    record Pair(String one, int other) implements Serializable {}

    /** A key class as of the specification. */
    public static class Several implements Serializable {
        private static final long serialVersionUID = 1L;

        public String name;
        public int number;
        public BigDecimal none;

        @Override
        public boolean equals(Object other) {
            return other instanceof Several key && key.name.equals(name) && key.number == number && key.none == none;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    private static Several several(String name, int number) {
        Several key = new Several();
        key.name = name;
        key.number = number;
        return key;
    }

    static Stream<Object> keys() {
        return Stream.of(
                several("a:b 3:", -7),
                several("", 0),
                java.sql.Timestamp.valueOf("2026-11-28 12:00:00.123456789"),
                java.sql.Date.valueOf("2026-11-28"),
                new java.util.Date(5),
                new java.util.UUID(1, 2),
                1,
                -5,
                Integer.MIN_VALUE,
                7L,
                "plain",
                "",
                "with a blank",
                "ü",
                "#!/",
                new BigDecimal("1.50"),
                'c',
                (short) 3,
                new Pair("a", 1));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void aKeyComesBackFromItsText(Object key) {
        String text = keys.of(key);

        assertThat(text).hasSizeBetween(1, 200).matches("[\\x21-\\x7e]+");
        assertThat(keys.key(text, key.getClass())).isEqualTo(key);
    }

    @Test
    void aKeyThatIsTooLongIsRefused() {
        assertThatThrownBy(() -> keys.of("x".repeat(200)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("takes 201 characters");
        assertThatThrownBy(() -> keys.of(new Object())).hasMessageContaining("cannot be serialised");
    }

    @ParameterizedTest
    @ValueSource(strings = {"k", "k9:s", "k-1:", "kx:", "k99999999999:", "k1:x1:x1:x", "k2:i12:sa0:", "s"})
    void aTextThatHasOtherFieldsIsRefused(String text) {
        assertThatThrownBy(() -> keys.key(text, Several.class)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "ione", "i", "l9999999999999999999", "o!", "oAAAA", "u%", "i5"})
    void aTextThatIsNoKeyIsRefused(String text) {
        assertThatThrownBy(() -> keys.key(text, Pair.class)).isInstanceOf(IllegalArgumentException.class);
    }
}
