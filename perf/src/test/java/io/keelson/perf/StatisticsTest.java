package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    private static double[] around(double mean, double spread, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return DoubleStream.generate(() -> mean + spread * (random.nextDouble() - 0.5))
                .limit(count)
                .toArray();
    }

    @Test
    void medianOfAnOddNumberIsTheMiddleOne() {
        assertThat(Statistics.median(9, 1, 4)).isEqualTo(4);
    }

    @Test
    void medianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
        assertThat(Statistics.median(9, 1, 4, 5)).isEqualTo(4.5);
    }

    @Test
    void medianLeavesTheValuesInTheirOrder() {
        double[] values = {9, 1, 4};
        Statistics.median(values);
        assertThat(values).containsExactly(9, 1, 4);
    }

    @Test
    void noValuesHaveNoMedian() {
        assertThatIllegalArgumentException().isThrownBy(Statistics::median);
    }

    @Test
    void theSameSeedGivesTheSameInterval() {
        double[] a = around(5, 1, 9, 3);
        double[] b = around(10, 1, 9, 4);
        assertThat(Statistics.ratio(a, b, 7)).isEqualTo(Statistics.ratio(a, b, 7));
    }

    @Test
    void aClearDifferenceIsOutsideOne() {
        Statistics.Ratio ratio = Statistics.ratio(around(5, 0.5, 7, 1), around(10, 0.5, 7, 2), 1);
        assertThat(ratio.value()).isCloseTo(0.5, within(0.03));
        assertThat(ratio.low()).isLessThanOrEqualTo(ratio.value());
        assertThat(ratio.high()).isGreaterThanOrEqualTo(ratio.value());
        assertThat(ratio.noDifference()).isFalse();
    }

    @Test
    void noiseAloneIsNoDifference() {
        assertThat(Statistics.ratio(around(10, 4, 9, 1), around(10, 4, 9, 2), 1).noDifference())
                .isTrue();
    }

    @Test
    void whatSlowsDownAWholeRoundIsNoUncertaintyOfTheRatio() {
        double[] machine = around(10, 9, 9, 5);
        double[] half = DoubleStream.of(machine).map(x -> x / 2).toArray();
        Statistics.Ratio ratio = Statistics.ratio(half, machine, 1);
        assertThat(ratio.low()).isCloseTo(0.5, within(1e-9));
        assertThat(ratio.high()).isCloseTo(0.5, within(1e-9));
    }

    /** The interval is one of 95 %: of many repetitions about as many hold the true ratio. */
    @Test
    void theIntervalHoldsTheTrueRatioAboutAsOftenAsItSays() {
        int held = 0;
        int repetitions = 300;
        for (int i = 0; i < repetitions; i++) {
            Statistics.Ratio ratio = Statistics.ratio(around(6, 2, 11, 2 * i), around(10, 3, 11, 2 * i + 1), i);
            if (ratio.low() <= 0.6 && 0.6 <= ratio.high()) {
                held++;
            }
        }
        assertThat(held / (double) repetitions).isBetween(0.88, 1.0);
    }

    @Test
    void differentNumbersOfRoundsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Statistics.ratio(new double[] {1, 2}, new double[] {1}, 1));
    }
}
