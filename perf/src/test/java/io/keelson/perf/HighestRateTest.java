package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.perf.HighestRate.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HighestRateTest {
    private final List<Integer> tried = new ArrayList<>();

    private int find(int first, int most, double near, int limit) throws Exception {
        return new HighestRate(most, near, 1).find(first, rate -> {
            tried.add(rate);
            return rate <= limit ? Verdict.MET : Verdict.MISSED;
        });
    }

    @Test
    void everyLimitIsFoundFromEveryBegin() throws Exception {
        for (int limit = 0; limit <= 40; limit++) {
            for (int first = 1; first <= 50; first += 7) {
                assertThat(find(first, 100, 1, limit)).isEqualTo(limit);
            }
        }
    }

    @Test
    void theSearchEndsWhereTwoRatesAreNear() throws Exception {
        assertThat(find(2, 256, 2, 37)).isEqualTo(32);
        assertThat(tried).containsExactly(2, 4, 8, 16, 32, 64);
        tried.clear();
        assertThat(find(32, 256, 1.15, 37)).isEqualTo(36);
        assertThat(tried).containsExactly(32, 64, 48, 40, 36);
    }

    @Test
    void nothingBeyondTheMostIsTried() throws Exception {
        assertThat(find(2, 9, 1, 1000)).isEqualTo(9);
        assertThat(tried).containsExactly(2, 4, 8, 9);
        assertThat(find(20, 9, 1, 1000)).isEqualTo(9);
    }

    @Test
    void aRateIsTriedAgainBeforeItCountsAsTooHigh() throws Exception {
        assertThat(new HighestRate(4, 1, 2).find(4, rate -> {
                    tried.add(rate);
                    return tried.size() == 2 ? Verdict.MET : Verdict.MISSED;
                }))
                .isEqualTo(4);
        assertThat(tried).containsExactly(4, 4);
    }

    @Test
    void aRateThatMissesByFarIsNotTriedAgain() throws Exception {
        assertThat(new HighestRate(4, 1, 2).find(4, rate -> {
                    tried.add(rate);
                    return rate < 3 ? Verdict.MET : Verdict.MISSED_BY_FAR;
                }))
                .isEqualTo(2);
        assertThat(tried).containsExactly(4, 2, 3);
    }
}
