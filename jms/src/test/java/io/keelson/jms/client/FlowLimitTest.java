package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The rate of a producer, with a clock of its own: 100 a second down to 20, in 4 steps of a second. */
final class FlowLimitTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final FlowLimit limit = new FlowLimit(100, 20, 4_000, 4);
    private long now;

    /** Sends for a second, as fast as it may, and returns how many messages that were. */
    private int second(boolean above) {
        long end = now + SECOND;
        int sent = 0;
        while (now < end && sent < 10_000) {
            long wait = limit.nanosToWait(above, now);
            now += wait;
            if (now < end || wait == 0) {
                sent++;
            }
        }
        now = end;
        return sent;
    }

    @Test
    void nothingIsSlowedDownBelowTheThreshold() {
        for (int i = 0; i < 1000; i++) {
            assertThat(limit.nanosToWait(false, 5)).isZero();
        }
    }

    @Test
    void theRateIsLoweredInStepsAndRaisedAgain() {
        int[] down = {second(true), second(true), second(true), second(true), second(true), second(true)};
        assertThat(down[0]).isBetween(97, 103);
        assertThat(down[1]).isBetween(77, 83);
        assertThat(down[2]).isBetween(57, 63);
        assertThat(down[3]).isBetween(37, 43);
        assertThat(down[4]).isBetween(17, 23);
        assertThat(down[5]).isBetween(17, 23);
        int[] up = {second(false), second(false), second(false), second(false), second(false)};
        assertThat(up[0]).isBetween(17, 23);
        assertThat(up[1]).isBetween(37, 43);
        assertThat(up[2]).isBetween(57, 63);
        assertThat(up[3]).isBetween(77, 83);
        assertThat(up[4]).isBetween(97, 103);
        assertThat(second(false)).isEqualTo(10_000);
    }

    @Test
    void aProducerThatPausesIsNotPunishedLater() {
        assertThat(limit.nanosToWait(true, now)).isZero();
        now += 60 * SECOND;
        assertThat(limit.nanosToWait(true, now)).isZero();
        assertThat(limit.nanosToWait(true, now)).isEqualTo(SECOND / 20);
        now += 60 * SECOND;
        assertThat(limit.nanosToWait(false, now)).isZero();
        assertThat(limit.nanosToWait(false, now)).isEqualTo(SECOND / 20);
        now += 60 * SECOND;
        assertThat(limit.nanosToWait(false, now)).isZero();
        assertThat(limit.nanosToWait(false, now)).isZero();
    }
}
