package io.keelson.ecperf.corporate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ScaleTest {
    @Test
    void dataGrowsWithTheInjectionRate() {
        assertThat(Scale.of(1)).isEqualTo(new Scale(75, 50, 100, 10));
        assertThat(Scale.of(10)).isEqualTo(new Scale(750, 50, 100, 10));
        assertThat(Scale.of(11)).isEqualTo(new Scale(825, 100, 200, 20));
    }

    @Test
    void ratesThatCannotBeAreRefused() {
        assertThatThrownBy(() -> Scale.of(0)).hasMessageContaining("expected 1 to 1000");
        assertThatThrownBy(() -> Scale.of(1001)).isInstanceOf(IllegalArgumentException.class);
    }
}
