package io.keelson.ecperf.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DiscountTest {
    private static final List<Discount> RULES =
            List.of(new Discount(2_000, 10), new Discount(0, 0), new Discount(500, 5));

    @Test
    void theHighestThresholdThatIsReachedCounts() {
        assertThat(Discount.percent(RULES, 499)).isZero();
        assertThat(Discount.percent(RULES, 500)).isEqualTo(5);
        assertThat(Discount.percent(RULES, 1_999)).isEqualTo(5);
        assertThat(Discount.percent(RULES, 2_000)).isEqualTo(10);
        assertThat(Discount.percent(List.of(), 2_000)).isZero();
    }

    @Test
    void fractionsOfACentOfTheDiscountAreDropped() {
        assertThat(Discount.after(999, 5)).isEqualTo(950); // 49.95 less is 49 less
        assertThat(Discount.after(1_000, 5)).isEqualTo(950);
        assertThat(Discount.after(1_000, 0)).isEqualTo(1_000);
    }
}
