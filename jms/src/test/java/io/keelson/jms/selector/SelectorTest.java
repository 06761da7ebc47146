package io.keelson.jms.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Selectors against one message, and what is wrong with those that are none. */
final class SelectorTest {
    private static final MessageData MESSAGE = new MessageData(
            "ID:1",
            DestinationName.queue("q"),
            1000,
            7,
            true,
            0,
            0,
            "corr",
            null,
            null,
            Map.of("n", 5, "big", 3_000_000_000L, "f", 2.5f, "s", "it's", "yes", true, "no", false, "under", "a_b%c"),
            BodyKind.NONE,
            null,
            "");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n = 5",
                "n <> 4",
                "n > 4.5 AND n < 5.5",
                "n BETWEEN 5 AND 6",
                "n NOT BETWEEN 6 AND 7",
                "big = 3000000000",
                "big > n",
                "f = 2.5",
                "f * 2 = n",
                "n + 1 = 6 AND n - 1 = 4 AND n / 2 = 2 AND -n = -5",
                "s = 'it''s'",
                "s LIKE 'it_s'",
                "s LIKE '%'",
                "under LIKE 'a!_b!%c' ESCAPE '!'",
                "s IN ('x', 'it''s')",
                "s NOT IN ('x')",
                "missing IS NULL",
                "n IS NOT NULL",
                "yes",
                "yes = TRUE",
                "NOT no",
                "yes OR missing = 1",
                "NOT (no AND missing = 1)",
                "JMSPriority >= 7",
                "JMSDeliveryMode = 'PERSISTENT'",
                "JMSCorrelationID = 'corr'",
                "JMSType IS NULL",
                "(((n = 5)))",
                "n = 0x5",
                "n = 05",
                "n = 5e0",
                "n = 5L and true"
            })
    void selects(String text) throws Exception {
        assertThat(Selector.of(text).matches(MESSAGE)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "n = 6",
                "n = '5'",
                "missing = 1",
                "missing <> 1",
                "NOT missing = 1",
                "missing BETWEEN 1 AND 2",
                "missing NOT LIKE 'x'",
                "missing NOT IN ('x')",
                "s > 4",
                "no OR missing = 1",
                "yes AND missing = 1",
                "s = 'IT''S'",
                "n / 0 = 1",
                "s LIKE 'it'",
                "FALSE"
            })
    void doesNotSelect(String text) throws Exception {
        assertThat(Selector.of(text).matches(MESSAGE)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "n = = 1|5",
                "n =|4",
                "n = 'abc|5",
                "n = 1 AND|10",
                "(n = 1|7",
                "n = 1)|6",
                "n # 1|3",
                "n LIKE 5|8",
                "n IN (1)|7",
                "5|1",
                "'a' = 1|5",
                "n BETWEEN 1|12",
                "n IS 5|6",
                "JMSDestination = 'x'|1",
                "JMSExpiration > 1|1",
                "n = 12x|5",
                "n = 99999999999999999999|5",
                "s LIKE 'a' ESCAPE 'ab'|19",
                "s = \"a\"|5"
            })
    void refusesWithTheColumn(String text, int column) {
        SelectorException refused = catchThrowableOfType(SelectorException.class, () -> Selector.of(text));
        assertThat(refused).isNotNull();
        assertThat(refused.column()).isEqualTo(column);
        assertThat(refused).hasMessageContaining("column " + column);
    }

    @Test
    void selectsAllWithoutText() throws Exception {
        assertThat(Selector.of(null)).isSameAs(Selector.ALL);
        assertThat(Selector.of("  ")).isSameAs(Selector.ALL);
        assertThat(Selector.ALL.matches(MESSAGE)).isTrue();
    }

    @Test
    void boundsItsDepth() {
        SelectorException refused =
                catchThrowableOfType(SelectorException.class, () -> Selector.of("(".repeat(5000) + "n = 1"));
        assertThat(refused).hasMessageContaining("nested");
    }

    @Test
    void saysWhatItRequires() throws Exception {
        for (String text : new String[] {
            "a = 'x'",
            "'x' = a",
            "(a = 'x')",
            "b > 3 AND a = 'x'",
            "a = 'x' AND b = 3",
            "(a = 'x' AND c = 2) AND NOT b = 4"
        }) {
            Selector.Equality required = Selector.of(text).required();
            assertThat(required).as(text).isNotNull();
            assertThat(required.name() + required.value()).as(text).isEqualTo("ax");
        }
        assertThat(Selector.of("a = 5").required().value()).isEqualTo(5.0);
        assertThat(Selector.of("JMSPriority = 5").required().name()).isEqualTo("JMSPriority");
        for (String text : new String[] {
            "a = 'x' OR b = 3", "NOT a = 'x'", "a <> 'x'", "a = b", "a > 5", "5 + 1 = a", "a + 1 = 5", "1 = 1", "a = -5"
        }) {
            assertThat(Selector.of(text).required()).as(text).isNull();
        }
    }
}
