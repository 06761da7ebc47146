package io.keelson.cluster.io;

/**
 * Runs tasks one after the other: the single thread that a node's state belongs to. A task that throws is reported and
 * ends nothing else. Thread-safe.
 */
public interface Scheduler {
    /** Runs a task soon, in the order of the calls. */
    void execute(Runnable task);

    /** Runs a task once, not before {@code nanos} have passed on the node's ticker. */
    void schedule(Runnable task, long nanos);
}
