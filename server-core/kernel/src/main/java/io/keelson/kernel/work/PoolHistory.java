package io.keelson.kernel.work;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last decisions about a pool's size. Thread-safe by its own lock, under which nothing else is done. */
final class PoolHistory {
    static final int KEPT = 200;

    private final Deque<PoolDecision> decisions = new ArrayDeque<>();

    synchronized void add(PoolDecision decision) {
        if (decisions.size() == KEPT) {
            decisions.removeFirst();
        }
        decisions.addLast(decision);
    }

    /** The oldest first. */
    synchronized List<PoolDecision> decisions() {
        return List.copyOf(decisions);
    }
}
