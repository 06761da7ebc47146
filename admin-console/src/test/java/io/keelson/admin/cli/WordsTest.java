package io.keelson.admin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WordsTest {
    @Test
    void wordsAreBetweenBlanks() throws Exception {
        assertThat(Words.of("  config  set\ta.b 5 ")).containsExactly("config", "set", "a.b", "5");
        assertThat(Words.of("")).isEmpty();
        assertThat(Words.of("   # a comment")).isEmpty();
        assertThat(Words.of("a # b")).containsExactly("a");
        assertThat(Words.of("a#b '#c'")).containsExactly("a#b", "#c");
    }

    @Test
    void quotesKeepWhatIsInThem() throws Exception {
        assertThat(Words.of("--comment \"for 'all' of us\" x")).containsExactly("--comment", "for 'all' of us", "x");
        assertThat(Words.of("'a \"b\" \\n' \"\" a'b'c")).containsExactly("a \"b\" \\n", "", "abc");
        assertThat(Words.of("a\\ b \"\\\"\"")).containsExactly("a b", "\"");
        assertThatThrownBy(() -> Words.of("a 'b")).hasMessageContaining("is not closed");
    }
}
