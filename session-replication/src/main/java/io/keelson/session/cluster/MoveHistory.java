package io.keelson.session.cluster;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.session.SessionSight.Move;
import io.keelson.servlet.spi.SessionContents;
import io.keelson.session.replica.ClusterSnapshot;
import io.keelson.session.replica.Epoch;
import io.keelson.session.replica.Lineage;
import io.keelson.session.replica.ReplicaEvent;
import io.keelson.session.replica.ReplicaMessage;
import io.keelson.session.replica.ReplicaMessage.Handed;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.SessionReplica;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * History of one session as its server has seen it: what it held before and after each event of its machine. Guarded by
 * its slot's lock.
 */
final class MoveHistory {
    /** Older ones are forgotten. */
    private static final int MOST = 20;

    private final List<Step> steps = new ArrayList<>(1);
    private Holding holding = Holding.NONE;
    private long epoch;
    private @Nullable ClusterMember primary;
    private @Nullable ClusterMember secondary;

    /** Form in which it is remembered: short, as there are many. */
    private record Step(
            long millis,
            boolean copy,
            @Nullable String from,
            @Nullable String to,
            long epoch,
            String why) {
        Move move() {
            return new Move(
                    SessionContents.text(millis),
                    copy ? "copy" : "session",
                    Optional.ofNullable(from),
                    Optional.ofNullable(to),
                    OptionalLong.of(Epoch.count(epoch)),
                    why);
        }
    }

    List<Move> moves() {
        return steps.stream().map(Step::move).toList();
    }

    /** Looks what an event has changed. */
    void note(SessionReplica now, ReplicaEvent event, ClusterSnapshot around, Ticker ticker) {
        Holding has = now.holding();
        ClusterMember copy = now.secondary().orElse(null);
        String self = around.self().server();
        if (has != holding || has == Holding.BACKUP && now.epoch() != epoch) {
            long millis = ticker.currentTimeMillis();
            if (has == Holding.PRIMARY) {
                add(new Step(millis, false, before(event, self), self, now.epoch(), came(now, event)));
            } else if (has == Holding.ENDED) {
                add(new Step(millis, false, name(primary), null, now.epoch(), "it has ended"));
            } else if (has == Holding.NONE) {
                left(now, event, self, millis);
            } else if (has == Holding.BACKUP) {
                hasCopy(now, event, self, millis);
            }
        } else if (has == Holding.PRIMARY && copy != null && !copy.equals(secondary)) {
            long millis = ticker.currentTimeMillis();
            add(new Step(millis, true, name(secondary), copy.server(), now.epoch(), why(secondary, around)));
        }
        holding = has;
        epoch = now.epoch();
        secondary = copy;
        primary = has == Holding.PRIMARY ? around.self() : now.primary().orElse(null);
    }

    private void add(Step step) {
        if (steps.size() == MOST) {
            steps.remove(0);
        }
        steps.add(step);
    }

    private @Nullable String before(ReplicaEvent event, String self) {
        if (event instanceof ReplicaEvent.Heard heard && heard.message() instanceof Handed) {
            return heard.from().server();
        }
        String was = name(primary);
        return self.equals(was) ? null : was;
    }

    private String came(SessionReplica now, ReplicaEvent event) {
        if (event instanceof ReplicaEvent.Created) {
            return "a request began it here, or gave it this id";
        }
        if (event instanceof ReplicaEvent.Heard heard) {
            String from = heard.from().server();
            if (heard.message() instanceof Handed handed) {
                return reigns(handed.lineage(), now.epoch())
                        ? "a request came here; its primary was not there, and " + from + " had the copy"
                        : "a request came here";
            }
            if (heard.message() instanceof ReplicaMessage.Give) {
                return from + " left in good order";
            }
        }
        String was = name(primary);
        return (was == null ? "its primary" : was) + " was not there any more, and the copy was here";
    }

    /** Returns whether who became the primary with that epoch went on without the one before. */
    private static boolean reigns(Lineage lineage, long epoch) {
        List<Lineage.Reign> all = lineage.reigns();
        return !all.isEmpty() && all.get(all.size() - 1).epoch() == epoch;
    }

    private void left(SessionReplica now, ReplicaEvent event, String self, long millis) {
        String other = event instanceof ReplicaEvent.Heard heard ? heard.from().server() : null;
        if (holding == Holding.PRIMARY) {
            boolean taken =
                    event instanceof ReplicaEvent.Heard heard && heard.message() instanceof ReplicaMessage.Taken;
            add(new Step(
                    millis,
                    false,
                    self,
                    taken ? other : null,
                    now.epoch(),
                    taken ? self + " left in good order" : "another server went on with it meanwhile"));
        } else if (holding == Holding.BACKUP) {
            add(new Step(millis, true, self, null, now.epoch(), "another server has the copy, or none is needed"));
        }
    }

    private void hasCopy(SessionReplica now, ReplicaEvent event, String self, long millis) {
        String other = now.primary().map(ClusterMember::server).orElse(null);
        boolean sent = event instanceof ReplicaEvent.Heard heard && heard.message() instanceof ReplicaMessage.Whole;
        if (sent) {
            add(new Step(millis, true, null, self, now.epoch(), other + " chose this server for the copy"));
        } else if (holding == Holding.PRIMARY && self.equals(other)) {
            add(new Step(
                    millis,
                    false,
                    self,
                    null,
                    now.epoch(),
                    "who had the copy went before it said whether another server goes on"));
        } else if (holding == Holding.PRIMARY) {
            add(new Step(millis, false, self, other, now.epoch(), "a request came to " + other));
        } else {
            add(new Step(
                    millis,
                    false,
                    name(primary),
                    other,
                    now.epoch(),
                    "a request came to " + other + "; its primary was not there, and the copy was here"));
        }
    }

    private static String why(@Nullable ClusterMember before, ClusterSnapshot around) {
        if (before == null) {
            return "another server is there now";
        }
        return around.members().contains(before)
                ? before.server() + " leaves in good order"
                : before.server() + " was not there any more";
    }

    private static @Nullable String name(@Nullable ClusterMember member) {
        return member == null ? null : member.server();
    }
}
