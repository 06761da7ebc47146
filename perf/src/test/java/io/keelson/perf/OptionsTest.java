package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final Map<String, String> DEFAULTS = Map.of("rounds", "7", "rows", "text,page");

    @Test
    void whatIsNotSaidHasItsDefault() {
        Options options = Options.parse(List.of("--rounds", "3"), DEFAULTS);
        assertThat(options.number("rounds")).isEqualTo(3);
        assertThat(options.list("rows", Workload::of)).containsExactly(Workload.TEXT, Workload.PAGE);
    }

    @Test
    void unknownOptionsAndMissingValuesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.parse(List.of("--round", "3"), DEFAULTS))
                .withMessageContaining("--round");
        assertThatIllegalArgumentException().isThrownBy(() -> Options.parse(List.of("--rounds"), DEFAULTS));
        assertThatIllegalArgumentException().isThrownBy(() -> Options.parse(List.of("64"), DEFAULTS));
    }

    @Test
    void aWorkloadThatThereIsNotIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Workload.of("tex"));
        assertThatIllegalArgumentException().isThrownBy(() -> Contender.of("apache"));
    }
}
