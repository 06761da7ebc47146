package io.keelson.session.cluster;

import io.keelson.kernel.spi.ClusterMember;
import io.keelson.kernel.spi.ClusterView;
import io.keelson.session.replica.Surroundings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What this server knows of the others, and whether it may trust it: a server that did not run for a while has been taken out of the others'
 * view, and does not know. Thread-safe; {@code lock} guards changes.
 */
final class Outlook {
    /** How long after a pause no absence is believed: what the others do about it, and coming together again, takes less. */
    private static final Duration SETTLING = Duration.ofSeconds(8);

    private final ClusterMember self;
    private final Set<String> expected;
    private final String adminServer;
    private final long gap;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<ClusterMember> known = new HashSet<>();
    private final Set<ClusterMember> leaving = new HashSet<>();
    private boolean joined;
    private volatile Surroundings current;
    private volatile long lastSeen;

    /**
     * Of a server that starts.
     *
     * @param expected the names of the servers that may have sessions
     * @param adminServer the server that has none
     * @param failureTimeout after how long the others take a server for gone
     */
    Outlook(ClusterMember self, Set<String> expected, String adminServer, Duration failureTimeout, long now) {
        this.self = self;
        this.expected = expected;
        this.adminServer = adminServer;
        gap = failureTimeout.toNanos() / 3;
        lastSeen = now;
        current = new Surroundings(self, List.of(self), Set.of(), expected, now + SETTLING.toNanos());
    }

    /** What is known now. */
    Surroundings at(long now) {
        if (now - lastSeen > gap) {
            lock.lock();
            try {
                if (now - lastSeen > gap) {
                    Surroundings was = current;
                    current = new Surroundings(self, was.members(), was.leaving(), expected, now + SETTLING.toNanos());
                    lastSeen = now;
                }
            } finally {
                lock.unlock();
            }
        }
        return current;
    }

    /** Time has passed, and this server has run: to be called often. */
    void tick(long now) {
        at(now);
        lastSeen = Math.max(lastSeen, now);
    }

    /** There is another view; returns who has come back. */
    Set<ClusterMember> viewed(ClusterView.View view, long now) {
        lock.lock();
        try {
            Surroundings was = at(now);
            List<ClusterMember> members = view.members().stream()
                    .filter(member -> !member.server().equals(adminServer))
                    .sorted()
                    .toList();
            Set<ClusterMember> returned = new HashSet<>(members);
            returned.retainAll(known);
            returned.removeAll(was.members());
            known.addAll(members);
            known.removeIf(member -> members.stream()
                    .anyMatch(other -> other.server().equals(member.server()) && !other.equals(member)));
            leaving.retainAll(members);
            long sureAt = was.sureAtNanos();
            if (!joined && view.formed()) {
                joined = true;
                sureAt = Math.min(sureAt, now);
            }
            current = new Surroundings(self, members, leaving, expected, sureAt);
            return returned;
        } finally {
            lock.unlock();
        }
    }

    /** A server leaves, or stays. */
    void leaving(ClusterMember member, boolean leaves) {
        lock.lock();
        try {
            if (leaves) {
                leaving.add(member);
            } else {
                leaving.remove(member);
            }
            Surroundings was = current;
            current = new Surroundings(self, was.members(), leaving, expected, was.sureAtNanos());
        } finally {
            lock.unlock();
        }
    }
}
