package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {
    private static Sample cpu(double cpuPerMillion) {
        return new Sample(1, cpuPerMillion, 1, 1);
    }

    @Test
    void medianOfAnOddNumberIsTheMiddleOne() {
        assertThat(Sample.median(List.of(cpu(9), cpu(1), cpu(4)), Sample::cpuPerMillion))
                .isEqualTo(4);
    }

    @Test
    void medianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
        assertThat(Sample.median(List.of(cpu(9), cpu(1), cpu(4), cpu(5)), Sample::cpuPerMillion))
                .isEqualTo(4.5);
    }

    @Test
    void rangeIsFromTheLeastToTheGreatest() {
        assertThat(Sample.range(List.of(cpu(9), cpu(1), cpu(4)), Sample::cpuPerMillion))
                .containsExactly(1, 9);
    }
}
