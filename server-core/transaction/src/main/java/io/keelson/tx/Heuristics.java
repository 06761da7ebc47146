package io.keelson.tx;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.transaction.TransactionId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The heuristic outcomes that nobody has forgotten yet, the newest {@value #MOST}, also after a restart. Thread-safe: the lock guards the
 * queue and its file.
 */
final class Heuristics {
    private static final int MOST = 1000;

    private final Ticker ticker;
    private final @Nullable HeuristicFile file;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Heuristic> outcomes = new ArrayDeque<>();

    /**
     * A heuristic outcome.
     *
     * @param transaction in which it happened
     * @param resource that deviated
     * @param xid of the branch, which the resource remembers until it is forgotten; null for a resource without XA
     * @param reason what the resource said
     * @param at when
     */
    record Heuristic(
            TransactionId transaction,
            String resource,
            @Nullable BranchXid xid,
            String reason,
            Instant at) {}

    /** Keeps outcomes in memory only. */
    Heuristics(Ticker ticker) {
        this.ticker = ticker;
        this.file = null;
    }

    /** Reads the outcomes that a file has, and keeps them there. The file need not be there. */
    Heuristics(Ticker ticker, Path file) {
        this.ticker = ticker;
        this.file = new HeuristicFile(file);
        outcomes.addAll(this.file.read());
    }

    private void keep() {
        if (file != null) {
            file.write(List.copyOf(outcomes));
        }
    }

    void add(TransactionId transaction, String resource, @Nullable BranchXid xid, String reason) {
        Heuristic next =
                new Heuristic(transaction, resource, xid, reason, Instant.ofEpochMilli(ticker.currentTimeMillis()));
        lock.lock();
        try {
            if (outcomes.size() == MOST) {
                outcomes.removeFirst();
            }
            outcomes.addLast(next);
            keep();
        } finally {
            lock.unlock();
        }
    }

    List<Heuristic> all() {
        lock.lock();
        try {
            return List.copyOf(outcomes);
        } finally {
            lock.unlock();
        }
    }

    /** Removes those of a transaction and returns them. */
    List<Heuristic> forget(TransactionId transaction) {
        lock.lock();
        try {
            List<Heuristic> forgotten = outcomes.stream()
                    .filter(each -> each.transaction().equals(transaction))
                    .toList();
            if (outcomes.removeAll(forgotten)) {
                keep();
            }
            return forgotten;
        } finally {
            lock.unlock();
        }
    }
}
