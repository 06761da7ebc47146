package io.keelson.tx;

import io.keelson.base.measure.Distribution;
import io.keelson.kernel.spi.transaction.ApplicationRollbackException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The outcomes since the start. Thread-safe. */
final class TransactionCounts {
    private final LongAdder committed = new LongAdder();
    private final LongAdder rolledBack = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder forgotten = new LongAdder();
    private final LongAdder heuristic = new LongAdder();
    private final LongAdder inDoubt = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder byOperator = new LongAdder();
    private final PhaseTimes prepare = new PhaseTimes();
    private final PhaseTimes commit = new PhaseTimes();

    void forgotten() {
        forgotten.increment();
    }

    /** Counts a first phase over several resources, whatever came of it. */
    void prepared(long nanos) {
        prepare.add(nanos);
    }

    /** Counts the time from the first phase to the last resource's answer. */
    void followed(long nanos) {
        commit.add(nanos);
    }

    void ended(Outcome outcome) {
        if (outcome instanceof Outcome.Committed) {
            committed.increment();
        } else if (outcome instanceof Outcome.RolledBack rolled) {
            byReason(rolled.cause()).increment();
        } else if (outcome instanceof Outcome.InDoubt) {
            inDoubt.increment();
        } else {
            heuristic.increment();
        }
    }

    private LongAdder byReason(@Nullable Throwable cause) {
        if (cause == null || cause instanceof ApplicationRollbackException) {
            return rolledBack;
        }
        return cause instanceof TimeoutException
                ? timedOut
                : cause instanceof ServerTransaction.OperatorRollback ? byOperator : failed;
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

    long failed() {
        return failed.sum();
    }

    long byOperator() {
        return byOperator.sum();
    }

    Distribution prepareTimes() {
        return prepare.distribution();
    }

    Distribution commitTimes() {
        return commit.distribution();
    }
}
