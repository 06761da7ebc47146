package io.keelson.base.work;

/**
 * Work that an event loop collects during one turn and hands over once at its end, so that execute threads are woken
 * once for all of it (see docs/design/work-managers.md). Confined to the thread of its event loop.
 */
public interface WorkBatch {
    /**
     * Adds work for a work manager. Its place is taken at once.
     *
     * @return false when the work manager is at its capacity, suspended or closed; the work then never runs
     */
    boolean add(WorkManager manager, Runnable work);

    /** Returns how many pieces wait in this batch. */
    int size();

    /** Hands over everything that was added. Does nothing when that is nothing. */
    void flush();
}
