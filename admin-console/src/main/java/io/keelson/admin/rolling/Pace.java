package io.keelson.admin.rolling;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The pace of what goes over clusters step by step: a moment between two steps, which ends early where somebody wants it stopped or the
 * admin server ends. Thread-safe.
 */
final class Pace {
    private static final Duration STEP = Duration.ofMillis(250);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Map<String, String> stops = new HashMap<>();
    private boolean closed;

    /** Asks that it stops at that cluster. */
    void stop(String cluster, String by) {
        lock.lock();
        try {
            stops.put(cluster, by);
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns who wants it stopped, once. */
    Optional<String> takeStop(String cluster) {
        lock.lock();
        try {
            return Optional.ofNullable(stops.remove(cluster));
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next step. Returns whether there is to be one. */
    boolean goesOn(String cluster) {
        lock.lock();
        try {
            long left = STEP.toNanos();
            while (left > 0 && !closed && !stops.containsKey(cluster)) {
                left = news.awaitNanos(left);
            }
            return !closed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** There is no next step any more, anywhere. */
    void close() {
        lock.lock();
        try {
            closed = true;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
