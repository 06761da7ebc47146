package io.keelson.jms.selector;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A selector is compiled, and then true or not of any message; or it is refused with the column. */
class SelectorFuzzTest {
    private static final MessageData MESSAGE = new MessageData(
            "ID:1",
            DestinationName.queue("q"),
            1_000,
            7,
            true,
            0,
            0,
            "corr",
            null,
            null,
            Map.of("n", 5, "big", 3_000_000_000L, "f", 2.5f, "s", "it's", "yes", true),
            BodyKind.NONE,
            null,
            "");

    @DictionaryFile(resourcePath = "selector.dict")
    @FuzzTest
    void selectors(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        Selector selector;
        try {
            selector = Selector.of(text);
        } catch (SelectorException e) {
            assertThat(e.column()).as(e.getMessage()).isBetween(1, text.length() + 1);
            return;
        }
        boolean matches = selector.matches(MESSAGE);
        assertThat(selector.matches(MESSAGE)).as("the same again").isEqualTo(matches);
        assertThat(selector.text()).isEqualTo(text.isBlank() ? "" : text);
    }
}
