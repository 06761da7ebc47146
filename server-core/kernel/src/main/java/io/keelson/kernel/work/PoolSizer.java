package io.keelson.kernel.work;

/** Decides how many threads a pool has. Called by the pool's tuner, one call at a time. */
interface PoolSizer {
    /** Returns what to do after this sample. The pool keeps to its bounds by itself. */
    Decision adjust(Sample sample);

    /**
     * A decision.
     *
     * @param change how many threads to add (positive) or to end (negative)
     * @param reason why, in a sentence for the history; empty where there is nothing to tell
     */
    record Decision(int change, String reason) {
        /** Nothing to do and nothing to tell. */
        static final Decision NONE = new Decision(0, "");
    }

    /**
     * Measurements since the last decision.
     *
     * @param nanos how long that was
     * @param threads how many threads there are, without those that are to end
     * @param min the fewest that the pool keeps
     * @param max the most that the pool has
     * @param idle how many of them are idle now
     * @param fewestIdle the fewest that were idle at any time
     * @param queued how much waits now
     * @param completed how much was completed
     * @param busyProcessors how many processors the threads kept busy; not a number where that is not known
     * @param processors how many processors there are
     */
    record Sample(
            long nanos,
            int threads,
            int min,
            int max,
            int idle,
            int fewestIdle,
            int queued,
            long completed,
            double busyProcessors,
            int processors) {
        /** Returns whether work waits and no thread is idle. */
        boolean starved() {
            return queued > 0 && idle == 0;
        }
    }
}
