package io.keelson.ejb.container;

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls of one bean. Thread-safe, without locks. */
final class CallCounts {
    private final LongAdder calls = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAccumulator slowest = new LongAccumulator(Math::max, 0);

    /** A call has ended. */
    void ended(long took, boolean failed) {
        calls.increment();
        nanos.add(took);
        slowest.accumulate(took);
        if (failed) {
            failures.increment();
        }
    }

    long calls() {
        return calls.sum();
    }

    long failures() {
        return failures.sum();
    }

    long nanos() {
        return nanos.sum();
    }

    long slowest() {
        return slowest.get();
    }
}
