package io.keelson.cache.infinispan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TokenHistoryTest {
    private final TokenHistory history = new TokenHistory();

    @Test
    void whatWasAcknowledgedIsThereOnceAndTheRestMayBe() {
        String one = history.invoke("a");
        String two = history.invoke("a");
        history.invoke("a"); // nobody knows
        history.ok("a", one);
        history.ok("a", two);
        assertThat(history.acknowledgements()).isEqualTo(2);
        assertThat(history.violations(Map.of("a", List.of("1", "2")))).isEmpty();
        assertThat(history.violations(Map.of("a", List.of("2", "1", "3")))).isEmpty();
    }

    @Test
    void eachViolationIsFound() {
        history.ok("a", history.invoke("a"));
        history.ok("b", history.invoke("b"));
        assertThat(history.violations(Map.of("a", List.of())))
                .containsExactlyInAnyOrder("lost: 1 of a", "lost: 2 of b");
        assertThat(history.violations(Map.of("a", List.of("1", "1"), "b", List.of("2"))))
                .containsExactly("twice: 1 in a");
        assertThat(history.violations(Map.of("a", List.of("1", "2"), "b", List.of("2"))))
                .containsExactly("unknown: 2 in a");
    }
}
