package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Holding;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A server's question who has a session, and what it has heard. Owned by its {@link SessionReplica}. */
final class Search {
    private static final Comparator<Found> NEWEST = Comparator.comparingLong(Found::epoch)
            .thenComparingLong(Found::version)
            .thenComparing(found -> found.holding() == Holding.PRIMARY);

    final long ask;
    /** The one of what was here when it began. */
    final long epoch;

    final long begun;
    private final Set<ClusterMember> awaited;
    private final Map<ClusterMember, Found> answers = new HashMap<>();
    /** Whom it has been asked of; null as long as nobody was. */
    private @Nullable ClusterMember holder;
    /** Time to ask anew; 0: not planned. */
    private long again;

    private boolean pausing;
    private String reason = "";

    Search(long ask, long epoch, long now, Iterable<ClusterMember> others) {
        this.ask = ask;
        this.epoch = epoch;
        begun = now;
        awaited = new HashSet<>();
        others.forEach(awaited::add);
    }

    void answered(ClusterMember from, Found found) {
        if (awaited.remove(from)) {
            answers.put(from, found);
        }
    }

    boolean complete() {
        return awaited.isEmpty() && holder == null && !pausing;
    }

    boolean taking() {
        return holder != null;
    }

    boolean takenFrom(ClusterMember member) {
        return member.equals(holder);
    }

    void takeFrom(ClusterMember member) {
        holder = member;
    }

    /** Asks anew then; until then it takes it from nobody, and says so to who asks. */
    void pauseUntil(long nanos, String why) {
        pausing = true;
        holder = null;
        reason = why;
        again = nanos;
    }

    boolean overdue(long now, long patience) {
        return pausing ? now - again >= 0 : now - begun >= patience;
    }

    /** Returns what it waits for, for people. */
    String why() {
        ClusterMember asked = holder;
        if (pausing) {
            return reason;
        }
        return asked != null
                ? asked.server() + " has not handed it over"
                : "no answer of "
                        + awaited.stream().map(ClusterMember::server).sorted().collect(Collectors.joining(", "));
    }

    /** The newest of those that hold a copy, or are the primary. */
    Optional<Map.Entry<ClusterMember, Found>> newest() {
        return answers.entrySet().stream()
                .filter(one -> one.getValue().holding() == Holding.PRIMARY
                        || one.getValue().holding() == Holding.BACKUP)
                .max(Map.Entry.<ClusterMember, Found>comparingByValue(NEWEST)
                        .thenComparing(Map.Entry.comparingByKey()));
    }

    boolean someTaking() {
        return answers.values().stream().anyMatch(one -> one.holding() == Holding.TAKING);
    }

    /** The epoch in which somebody knows that it ended; -1: nobody does. */
    long ended() {
        return answers.values().stream()
                .filter(one -> one.holding() == Holding.ENDED)
                .mapToLong(Found::epoch)
                .max()
                .orElse(-1);
    }

    long highest() {
        return answers.values().stream().mapToLong(Found::epoch).max().orElse(0);
    }

    /** Returns who has said that it is not the primary of that epoch; what is of an earlier time does not say so. */
    Set<ClusterMember> notPrimary(long of) {
        Set<ClusterMember> others = new HashSet<>();
        answers.forEach((member, found) -> {
            if (found.holding() != Holding.PRIMARY && found.epoch() >= of) {
                others.add(member);
            }
        });
        return others;
    }
}
