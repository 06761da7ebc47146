package io.keelson.admin.telemetry;

import io.keelson.base.trace.FinishedSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Spans that wait to be sent. Whoever brings one never waits: muxer threads do. One thread takes them. Thread-safe; {@code waiting} is
 * never less than what is in the queue, so that it is the bound.
 */
final class SpanQueue {
    /** So many are sent at a time. */
    static final int BATCH = 512;

    private final ConcurrentLinkedQueue<FinishedSpan> spans = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder dropped = new LongAdder();
    private volatile int most;
    private volatile Runnable full = () -> {};

    /** Takes nothing yet. */
    SpanQueue() {}

    /**
     * Takes spans from now on.
     *
     * @param length how many may wait
     * @param batchIsThere called each time that another {@link #BATCH} of them wait, on the thread that brought the last; must not wait
     */
    void open(int length, Runnable batchIsThere) {
        full = batchIsThere;
        most = length;
    }

    /** Takes none any more; what comes still is of requests that began when somebody followed them. */
    void close() {
        most = 0;
        full = () -> {};
        while (spans.poll() != null) {
            waiting.decrementAndGet();
        }
    }

    /** Takes one, or drops it. */
    void offer(FinishedSpan span) {
        int limit = most;
        if (limit == 0) {
            return;
        }
        int now = waiting.incrementAndGet();
        if (now > limit) {
            waiting.decrementAndGet();
            dropped.increment();
            return;
        }
        spans.add(span);
        if (now % BATCH == 0) {
            full.run();
        }
    }

    /** Up to {@link #BATCH} of them, in the order in which they came. By one thread at a time. */
    List<FinishedSpan> take() {
        List<FinishedSpan> batch = new ArrayList<>(Math.min(BATCH, Math.max(waiting.get(), 0)));
        FinishedSpan next;
        while (batch.size() < BATCH && (next = spans.poll()) != null) {
            batch.add(next);
        }
        waiting.addAndGet(-batch.size());
        return batch;
    }

    /** So many were taken and nobody wanted them. */
    void lost(int count) {
        dropped.add(count);
    }

    /** Returns how many wait. */
    int waiting() {
        return Math.max(0, waiting.get());
    }

    /** Returns how many did not get to the collector since the server's start: there was no place, or it did not take them. */
    long dropped() {
        return dropped.sum();
    }
}
