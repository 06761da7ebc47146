package io.keelson.base.work;

/** A named place where work is queued for the execute threads, with limits of its own. Thread-safe. */
public interface WorkManager {
    /** The name, unique in the server. */
    String name();

    /**
     * Hands over one piece of work at once. It runs on an execute thread, after the pieces that this work manager was
     * given before, possibly beside them. To hand over from an event loop use {@link WorkBatch}.
     *
     * @return false when the work manager is at its capacity or shut down; the work then never runs and the caller must
     *     answer for it
     */
    boolean offer(Runnable work);

    /** How much is queued and running now. */
    int load();
}
