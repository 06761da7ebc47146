package io.keelson.kernel.work;

import java.util.concurrent.TimeUnit;

/**
 * Grows a pool by half when what waits would take longer to work off than it took to watch, and ends half of the threads
 * that nobody needed for a while. Work that only needs the processor is worked off within a look and adds no thread.
 */
final class BacklogSizer implements PoolSizer {
    static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private long quietNanos;

    @Override
    public int adjust(Sample sample) {
        if (sample.queued() > 0 && sample.idle() == 0) {
            quietNanos = 0;
            return sample.queued() > sample.completed() ? growth(sample) : 0;
        }
        if (sample.fewestIdle() == 0) {
            quietNanos = 0;
            return 0;
        }
        quietNanos += sample.nanos();
        if (quietNanos < QUIET_NANOS) {
            return 0;
        }
        quietNanos = 0;
        return -(sample.fewestIdle() + 1) / 2;
    }

    private static int growth(Sample sample) {
        return Math.min(sample.queued(), Math.max(1, sample.threads() / 2));
    }
}
