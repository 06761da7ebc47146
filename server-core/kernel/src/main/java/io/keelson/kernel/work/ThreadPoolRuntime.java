package io.keelson.kernel.work;

import io.keelson.base.measure.Described;

/** Figures of a pool of execute threads at this moment. */
public record ThreadPoolRuntime(
        @Described("The queue name that its threads carry.") String name,
        @Described("How many threads the pool has.") int threads,
        @Described("How many threads wait for work.") int idle,

        @Described("How many threads there are beside, for min-threads constraints.")
        int standby,

        @Described("The fewest threads that the pool keeps.")
        int min,

        @Described("The most threads that the pool grows to.")
        int max,

        @Described("How much waits for a thread.") int queued,

        @Described(value = "Pieces of work that were completed since the start.", grows = true)
        long completed) {}
