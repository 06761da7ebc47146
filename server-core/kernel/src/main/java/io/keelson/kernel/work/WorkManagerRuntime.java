package io.keelson.kernel.work;

import io.keelson.base.measure.Described;

/**
 * Figures of a work manager at this moment. They are read one after the other while work goes on, so they may differ by what
 * happened between.
 */
public record WorkManagerRuntime(
        @Described("The work manager.") String name,

        @Described("The queue name of the threads that it runs on.")
        String pool,

        @Described("The most work that may be queued and running.")
        int capacity,

        @Described("How urgent its work is, in words.") String requestClass,

        @Described("Work that is accepted and not yet running.")
        int queued,

        @Described("How much of what is queued waits before a max-threads constraint.")
        int heldBack,

        @Described("Work that is running now.") int running,

        @Described(value = "Work that was completed since the work manager was made.", grows = true)
        long completed,

        @Described(
                value =
                        "Work that was refused since the work manager was made, because it was at a capacity, suspended or closed.",
                grows = true)
        long refused,

        @Described("How many of the work manager's threads were stuck at the last look.")
        int stuck,

        @Described("Whether stuck threads have suspended the work manager.")
        boolean suspended) {}
