package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.work.PoolSizer.Sample;
import org.junit.jupiter.api.Test;

class BacklogSizerTest {
    private static final long LOOK = 10_000_000;

    private final BacklogSizer sizer = new BacklogSizer();

    private static Sample busy(int threads, int queued, long completed) {
        return new Sample(LOOK, threads, 0, 0, queued, completed);
    }

    private static Sample quiet(int threads, int fewestIdle, long nanos) {
        return new Sample(nanos, threads, fewestIdle, fewestIdle, 0, 100);
    }

    @Test
    void growsByHalfWhileWorkWaitsLongerThanALook() {
        assertThat(sizer.adjust(busy(10, 40, 0))).isEqualTo(5);
        assertThat(sizer.adjust(busy(1, 40, 0))).isEqualTo(1);
    }

    @Test
    void addsNoMoreThreadsThanPiecesWait() {
        assertThat(sizer.adjust(busy(100, 3, 0))).isEqualTo(3);
    }

    @Test
    void doesNotGrowForABacklogThatIsWorkedOffWithinALook() {
        assertThat(sizer.adjust(busy(10, 64, 1_000))).isZero();
    }

    @Test
    void endsHalfOfTheSpareThreadsAfterAQuietTime() {
        assertThat(sizer.adjust(quiet(40, 30, BacklogSizer.QUIET_NANOS - 1))).isZero();
        assertThat(sizer.adjust(quiet(40, 30, 1))).isEqualTo(-15);
        assertThat(sizer.adjust(quiet(25, 15, 1))).isZero(); // the quiet time begins again
    }

    @Test
    void keepsThreadsThatWereNeededMeanwhile() {
        sizer.adjust(quiet(40, 30, BacklogSizer.QUIET_NANOS - 1));
        assertThat(sizer.adjust(quiet(40, 0, 1))).isZero();
        assertThat(sizer.adjust(quiet(40, 30, 1))).isZero();
    }
}
