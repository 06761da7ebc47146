package io.keelson.kernel.work;

/** Decides how many threads a pool has. Called by the pool's tuner, one call at a time. */
interface PoolSizer {
    /** How many threads to add (positive) or to end (negative). The pool keeps to its bounds by itself. */
    int adjust(Sample sample);

    /**
     * What was seen since the last decision.
     *
     * @param nanos how long that was
     * @param threads how many threads there are
     * @param idle how many of them are idle now
     * @param fewestIdle the fewest that were idle at any time
     * @param queued how much waits now
     * @param completed how much was completed
     */
    record Sample(long nanos, int threads, int idle, int fewestIdle, int queued, long completed) {}
}
