package io.keelson.session.store;

import io.keelson.servlet.spi.SessionHost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets the sessions leave memory that have been idle longest, where there are more than there may be. Thread-safe. */
final class MemoryLimit {
    private final int most;
    private final ConcurrentMap<String, HeldSession> held;
    private final SessionHost host;
    private final VaultWriter writer;
    private final AtomicBoolean shrinking = new AtomicBoolean();

    /** With {@code most} sessions in memory; negative: all. */
    MemoryLimit(int most, ConcurrentMap<String, HeldSession> held, SessionHost host, VaultWriter writer) {
        this.most = most;
        this.held = held;
        this.host = host;
        this.writer = writer;
    }

    /** At the end of requests only: what has just been brought would go before its request has it. */
    void atRequestEnd() {
        int slack = Math.max(1, most / 16);
        if (most < 0 || held.size() <= most + (most == 0 ? 0 : slack)) {
            return;
        }
        if (shrinking.compareAndSet(false, true)) {
            host.execute(() -> {
                try {
                    passivateOldest();
                } finally {
                    shrinking.set(false);
                }
            });
        }
    }

    private void passivateOldest() {
        long now = host.ticker().nanoTime();
        List<Map.Entry<Long, HeldSession>> byAge = new ArrayList<>();
        held.values().forEach(each -> byAge.add(Map.entry(now - each.state.idleSinceNanos(), each)));
        byAge.sort(Comparator.<Map.Entry<Long, HeldSession>>comparingLong(Map.Entry::getKey)
                .reversed());
        int tooMany = held.size() - most;
        for (Map.Entry<Long, HeldSession> oldest : byAge) {
            if (tooMany <= 0) {
                return;
            }
            // A login that other applications share lives in memory alone.
            if (!oldest.getValue().state.login().shared() && writer.passivate(oldest.getValue())) {
                tooMany--;
            }
        }
    }
}
