package io.keelson.tx;

import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/** The outcomes since the start. Thread-safe. */
final class TransactionCounts {
    private final LongAdder committed = new LongAdder();
    private final LongAdder rolledBack = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder forgotten = new LongAdder();
    private final LongAdder heuristic = new LongAdder();
    private final LongAdder inDoubt = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    void forgotten() {
        forgotten.increment();
    }

    void ended(Outcome outcome, long took) {
        nanos.add(took);
        if (outcome instanceof Outcome.Committed) {
            committed.increment();
        } else if (outcome instanceof Outcome.RolledBack rolled) {
            (rolled.cause() instanceof TimeoutException ? timedOut : rolledBack).increment();
        } else if (outcome instanceof Outcome.InDoubt) {
            inDoubt.increment();
        } else {
            heuristic.increment();
        }
    }

    long committed() {
        return committed.sum();
    }

    long rolledBack() {
        return rolledBack.sum();
    }

    long timedOutCount() {
        return timedOut.sum();
    }

    long forgottenCount() {
        return forgotten.sum();
    }

    long heuristic() {
        return heuristic.sum();
    }

    long inDoubt() {
        return inDoubt.sum();
    }

    long nanos() {
        return nanos.sum();
    }
}
