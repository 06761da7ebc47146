package io.keelson.ee.concurrency.task;

import org.jspecify.annotations.Nullable;

/** Times at which a scheduled task runs. Called by one thread at a time, within the context of the task. */
interface Timetable {
    /**
     * Returns the time of the next run in milliseconds since the epoch; null when there is none.
     *
     * @param last the run before; null before the first
     */
    @Nullable
    Long next(@Nullable Run last);

    /** Returns true if the run that is due is to be left out. */
    default boolean skips(@Nullable Run last, long due) {
        return false;
    }

    /**
     * A run that is over.
     *
     * @param due its time
     * @param start its begin
     * @param end its end
     * @param result null also after one that was left out
     */
    record Run(long due, long start, long end, @Nullable Object result) {}
}
