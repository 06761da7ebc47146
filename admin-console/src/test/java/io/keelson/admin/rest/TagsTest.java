package io.keelson.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TagsTest {
    private final Tags tags = new Tags();

    @Test
    void aTagIsThatOfWhatIsSaid() {
        assertThat(tags.of("a", "b")).isEqualTo(tags.of("a", "b")).matches("\"[A-Za-z0-9_-]{20}\"");
        assertThat(List.of(tags.of("b", "a"), tags.of("ab"), tags.of("a"), tags.of("ab", ""), tags.of("", "ab")))
                .doesNotHaveDuplicates()
                .doesNotContain(tags.of("a", "b"));
        assertThat(new Tags().of("a", "b"))
                .as("nobody else can make it of a guess")
                .isNotEqualTo(tags.of("a", "b"));
    }

    @Test
    void ifMatchIsReadAsRfc9110HasIt() throws Problem {
        assertThat(Tags.expected(List.of()).met(List.of("\"x\""))).isTrue();
        assertThat(Tags.expected(List.of("*")).met(List.of("\"x\""))).isTrue();
        Tags.Expected two = Tags.expected(List.of("\"a\" , \"b\"", "\"c,d\""));
        assertThat(two.met(List.of("\"x\"", "\"b\""))).isTrue();
        assertThat(two.met(List.of("\"c,d\""))).isTrue();
        assertThat(two.met(List.of("\"c\""))).isFalse();
        assertThat(Tags.expected(List.of("W/\"a\"")).met(List.of("\"a\"")))
                .as("a weak tag never counts here")
                .isFalse();
        for (String bad : List.of("a", "\"a", "\"a\" b", "*, \"a\"")) {
            assertThatThrownBy(() -> Tags.expected(List.of(bad))).as(bad).isInstanceOf(Problem.class);
        }
    }
}
