package io.keelson.session.cluster;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.session.replica.ClusterSnapshot;
import io.keelson.session.replica.Rules;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Knowledge of this server about the others, and of how far it may trust that. A server that did not run for a while
 * has been taken out of the others' view, and does not know. Thread-safe; {@code lock} guards changes.
 */
final class ClusterKnowledge {
    /**
     * Time after a pause in which no absence is believed, unless all others say sooner that they have this view: what
     * they do about it takes less.
     */
    private static final Duration SETTLING = Duration.ofSeconds(8);
    /** Time that is added to the failure time-out when answers are waited for. */
    private static final Duration MORE = Duration.ofSeconds(1);
    /** Longest time that a member whose process has ended may be in the view; after that it counts as not ended. */
    private static final Duration MOST_IN_VIEW = Duration.ofSeconds(10);

    private final ClusterMember self;
    private Rules rules;
    private final String adminServer;
    private final long gap;
    /** After how long without an answer a member of the view counts as silent: the view would have noticed by then that it has gone. */
    private final long silence;

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<ClusterMember> known = new HashSet<>();
    private final Set<ClusterMember> leaving = new HashSet<>();
    /** Members whose process has ended, though they are in the view yet, and since when that is known. */
    private final Map<ClusterMember, Long> ended = new ConcurrentHashMap<>();

    /** Members of the view that do not answer. */
    private final Set<ClusterMember> silent = new HashSet<>();
    /** Members that speak of sessions in another version of the form: their sessions are no matter of this server. */
    private final Set<ClusterMember> foreign = new HashSet<>();

    private List<ClusterMember> seen;
    private boolean joined;
    /** Since when it doubts its view because it did not run; 0: it does not. */
    private volatile long doubtsSince;

    private volatile ClusterSnapshot current;
    private volatile long lastSeen;

    /**
     * Of a server that starts.
     *
     * @param rules what the domain says of the servers that may have sessions
     * @param adminServer the server that has none
     * @param failureTimeout after how long the others take a server for gone
     */
    ClusterKnowledge(ClusterMember self, Rules rules, String adminServer, Duration failureTimeout, long now) {
        this.self = self;
        this.rules = rules;
        this.adminServer = adminServer;
        gap = failureTimeout.toNanos() / 3;
        silence = failureTimeout.plus(MORE).toNanos();
        lastSeen = now;
        seen = List.of(self);
        current = new ClusterSnapshot(self, List.of(self), Set.of(), rules, now + SETTLING.toNanos());
    }

    /** Returns what is known now. */
    ClusterSnapshot at(long now) {
        if (now - lastSeen > gap) {
            lock.lock();
            try {
                if (now - lastSeen > gap) {
                    ClusterSnapshot was = current;
                    current = new ClusterSnapshot(
                            self, was.members(), was.leaving(), was.silent(), rules, now + SETTLING.toNanos());
                    lastSeen = now;
                    doubtsSince = now == 0 ? 1 : now;
                }
            } finally {
                lock.unlock();
            }
        }
        return current;
    }

    /** Since when this server doubts its view because it did not run for a while; 0: it does not doubt it for that reason. */
    long doubtsSince(long now) {
        ClusterSnapshot known = at(now);
        return known.sure(now) ? 0 : doubtsSince;
    }

    /**
     * All others have this server's view, as they have said when they were asked.
     *
     * @param doubted {@link #doubtsSince} when they were asked: has it paused again since, their answers are too old
     */
    void shared(long doubted, long now) {
        lock.lock();
        try {
            ClusterSnapshot was = at(now);
            if (doubted != 0 && doubted == doubtsSince && !was.sure(now)) {
                doubtsSince = 0;
                current = new ClusterSnapshot(self, was.members(), was.leaving(), was.silent(), rules, now);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Time has passed, and this server has run: to be called often. Returns who is there after all. */
    Set<ClusterMember> tick(long now) {
        at(now);
        lastSeen = Math.max(lastSeen, now);
        return ended.isEmpty() ? Set.of() : doubt(now);
    }

    private Set<ClusterMember> doubt(long now) {
        lock.lock();
        try {
            boolean some = ended.values().removeIf(since -> now - since > MOST_IN_VIEW.toNanos());
            return some ? installed(now, current.sureAtNanos()) : Set.of();
        } finally {
            lock.unlock();
        }
    }

    /** The process of a member has ended: it is not there, whatever the view says. Returns whether that is news. */
    boolean ended(ClusterMember member, long now) {
        lock.lock();
        try {
            if (!current.members().contains(member)) {
                return false;
            }
            ended.put(member, now);
            installed(now, at(now).sureAtNanos());
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** A member speaks another version: for sessions it is not there. Returns whether that is news. */
    boolean foreign(ClusterMember member, long now) {
        lock.lock();
        try {
            boolean news = foreign.add(member);
            if (news) {
                installed(now, at(now).sureAtNanos());
            }
            return news;
        } finally {
            lock.unlock();
        }
    }

    /** There is another view; returns who has come back. */
    Set<ClusterMember> viewed(ClusterView.View view, long now) {
        lock.lock();
        try {
            ClusterSnapshot was = at(now);
            seen = view.members().stream()
                    .filter(member -> !member.server().equals(adminServer))
                    .sorted()
                    .toList();
            ended.keySet().retainAll(seen);
            foreign.removeIf(member -> !view.members().contains(member));
            long sureAt = was.sureAtNanos();
            if (!joined && view.formed()) {
                joined = true;
                sureAt = Math.min(sureAt, now);
            }
            return installed(now, sureAt);
        } finally {
            lock.unlock();
        }
    }

    /** Takes over what is seen, without those that have ended or speak another version; returns who has come back. */
    private Set<ClusterMember> installed(long now, long sureAt) {
        List<ClusterMember> members = seen.stream()
                .filter(member -> !ended.containsKey(member) && !foreign.contains(member))
                .toList();
        Set<ClusterMember> returned = new HashSet<>(members);
        returned.retainAll(known);
        returned.removeAll(at(now).members());
        known.addAll(members);
        known.removeIf(member ->
                members.stream().anyMatch(other -> other.server().equals(member.server()) && !other.equals(member)));
        leaving.retainAll(members);
        silent.retainAll(members);
        current = new ClusterSnapshot(self, members, leaving, silent, rules, sureAt);
        return returned;
    }

    /** The domain says something else of the servers from now on. */
    void rules(Rules next) {
        lock.lock();
        try {
            rules = next;
            ClusterSnapshot was = current;
            current = new ClusterSnapshot(self, was.members(), was.leaving(), was.silent(), next, was.sureAtNanos());
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
            ClusterSnapshot was = current;
            current = new ClusterSnapshot(self, was.members(), leaving, was.silent(), rules, was.sureAtNanos());
        } finally {
            lock.unlock();
        }
    }

    /**
     * A member has answered nothing since then. Returns whether it counts as silent from now on; not while this server did not run
     * itself.
     */
    boolean unheard(ClusterMember member, long since, long now) {
        boolean longEnough = now - since >= silence && now - at(now).sureAtNanos() >= silence;
        return longEnough && silent(member, true, now);
    }

    /** A member has answered. Returns whether it counted as silent until now. */
    boolean heard(ClusterMember member, long now) {
        return current.silent().contains(member) && silent(member, false, now);
    }

    private boolean silent(ClusterMember member, boolean so, long now) {
        lock.lock();
        try {
            ClusterSnapshot was = at(now);
            boolean news = was.members().contains(member) && (so ? silent.add(member) : silent.remove(member));
            if (news) {
                current = was.withSilent(silent);
            }
            return news;
        } finally {
            lock.unlock();
        }
    }
}
