package io.keelson.ee.concurrency.task;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts the tasks of one executor. Thread-safe. */
public final class Figures {
    private final LongAdder submitted = new LongAdder();
    private final AtomicInteger running = new AtomicInteger();
    private final LongAdder runs = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder refused = new LongAdder();

    void countSubmitted() {
        submitted.increment();
    }

    void countBegin() {
        running.incrementAndGet();
    }

    void countEnd() {
        running.decrementAndGet();
        runs.increment();
    }

    void countFailed() {
        failed.increment();
    }

    void countCancelled() {
        cancelled.increment();
    }

    void countRefused() {
        refused.increment();
    }

    /** Tasks that were submitted. */
    public long submitted() {
        return submitted.sum();
    }

    /** Tasks that run now. */
    public int running() {
        return running.get();
    }

    /** Runs that have ended; a schedule has many. */
    public long runs() {
        return runs.sum();
    }

    /** Tasks that ended with an exception or could not be run. */
    public long failed() {
        return failed.sum();
    }

    /** Tasks that were cancelled. */
    public long cancelled() {
        return cancelled.sum();
    }

    /** Tasks that the work manager did not take. */
    public long refused() {
        return refused.sum();
    }
}
