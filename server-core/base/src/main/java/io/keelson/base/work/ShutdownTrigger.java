package io.keelson.base.work;

import java.time.Duration;

/**
 * Condition under which a work manager takes no more work because its threads are stuck. Immutable.
 *
 * @param maxStuckThreadTime after how long with one piece of work a thread counts as stuck here; zero: the server's
 *     {@code stuck-thread-max-time}
 * @param stuckThreadCount at how many stuck threads, at least 1
 * @param resumeWhenUnstuck whether it takes work again when fewer threads are stuck
 */
public record ShutdownTrigger(Duration maxStuckThreadTime, int stuckThreadCount, boolean resumeWhenUnstuck) {
    public ShutdownTrigger {
        if (stuckThreadCount < 1) {
            throw new IllegalArgumentException("a stuck-thread-count is at least 1, not " + stuckThreadCount);
        }
        if (maxStuckThreadTime.isNegative()) {
            throw new IllegalArgumentException("a max-stuck-thread-time is not negative: " + maxStuckThreadTime);
        }
    }
}
