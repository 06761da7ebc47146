package io.keelson.jms.broker;

/** The thread on which bodies are written and read. It runs one task at a time, in their order. */
public interface Pager {
    /** Runs a task, after so many milliseconds. A pager that has ended drops it. */
    void run(Runnable task, long afterMillis);
}
