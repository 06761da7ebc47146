package io.keelson.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaseTermTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Moment SENT = new Moment(Long.MAX_VALUE - SECOND, 1_700_000_000_000L);

    private final LeaseTerm term = LeaseTerm.of(SENT, 5_000);

    @Test
    void holdsForLessThanTheDurationByTheDriftBound() {
        assertThat(term.holds(after(4_760, 4_760))).isTrue();
        assertThat(term.holds(after(4_765, 4_765))).isFalse();
    }

    /** The owner's clock runs at 0.976, the leader's at 1.024: the ratio is just below 1.05. */
    @Test
    void endsBeforeALeaderWhoseClockIsFasterByTheBoundHasWaited() {
        long leaderWaitsTrueMillis = (long) (5_000 / 1.024);
        long ownerSeesMillis = (long) (leaderWaitsTrueMillis * 0.976);

        assertThat(term.holds(after(ownerSeesMillis, ownerSeesMillis))).isFalse();
    }

    @Test
    void aMachineThatSleptCountsItsWallClock() {
        assertThat(term.holds(after(4_000, 4_900))).isFalse();
    }

    @Test
    void aJumpOfTheWallClockLosesItInBothDirections() {
        assertThat(term.holds(after(1_000, 2_100))).isFalse();
        assertThat(term.holds(after(1_000, -100))).isFalse();
        assertThat(term.jumped(after(1_000, 2_100))).isTrue();
        assertThat(term.jumped(after(1_000, 1_900))).isFalse();
    }

    private static Moment after(long monotonicMillis, long wallMillis) {
        return new Moment(SENT.nanos() + monotonicMillis * 1_000_000, SENT.wallMillis() + wallMillis);
    }
}
