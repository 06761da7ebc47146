package io.keelson.session.cluster;

import io.keelson.session.replica.Remnant;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.SessionReplica;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The sessions of one application. Thread-safe. */
final class Slots {
    /** Time for which it is remembered that a session has ended, or has gone elsewhere, in nanoseconds. */
    static final long REMEMBERED = Duration.ofMinutes(10).toNanos();
    /** From when on less is kept of a session that has ended than its slot. */
    private static final long SHORTLY = Duration.ofSeconds(5).toNanos();
    /** Greatest number of ended sessions that are remembered as long as that; of more the latest. */
    private static final int MOST_ENDED = 200_000;

    final String application;
    final Map<String, Slot> byId = new ConcurrentHashMap<>();
    /** Sessions that have ended and have no slot any more; one that is asked about gets one again. */
    final Map<String, Remnant> ended = new ConcurrentHashMap<>();

    final Set<Slot> active = ConcurrentHashMap.newKeySet();
    final LongAdder moves = new LongAdder();
    final LongAdder discarded = new LongAdder();
    final LongAdder passedOn = new LongAdder();
    volatile Replication.@Nullable Objects objects;
    volatile boolean asynchronous;
    /** True if a session has ever gone from here to a server that asked for it. */
    volatile boolean moved;

    Slots(String application) {
        this.application = application;
    }

    /** Keeps no more of a session than that it has ended, where that is so and nobody waits for anything. */
    void shrink(Slot slot, long now) {
        slot.lock.lock();
        try {
            Remnant left = slot.gone ? null : slot.replica.remnant().orElse(null);
            if (left != null && now - left.since() >= SHORTLY) {
                ended.put(slot.session, left); // before the slot goes: who finds none finds this
                forget(slot);
            }
        } finally {
            slot.lock.unlock();
        }
    }

    /** Has no place for that session any more; another one is made when somebody asks. */
    void forget(Slot slot) {
        slot.lock.lock();
        try {
            slot.gone = true;
            byId.remove(slot.session, slot);
            active.remove(slot);
        } finally {
            slot.lock.unlock();
        }
    }

    /** Of more than a server can well remember the latest ones are the ones that matter: who was away was so for seconds. */
    void forgetEnded(long now) {
        long kept = REMEMBERED;
        do {
            long oldest = kept;
            ended.values().removeIf(one -> now - one.since() >= oldest);
            kept /= 2;
        } while (ended.size() > MOST_ENDED && kept > SHORTLY);
    }

    int count(Holding holding) {
        int count = 0;
        for (Slot slot : byId.values()) {
            count += slot.replica.holding() == holding ? 1 : 0;
        }
        return count;
    }

    /** Returns how many sessions have been ended here of which somebody may have a copy that has not heard of it. */
    int ending() {
        int count = 0;
        for (Slot slot : byId.values()) {
            count += slot.replica.ending() ? 1 : 0;
        }
        return count;
    }

    /** Returns how they are. */
    ReplicationRuntime state(long now) {
        int primaries = 0;
        int secondaries = 0;
        long exposed = 0;
        long behind = 0;
        long updates = 0;
        long oldest = 0;
        long bytes = 0;
        for (Slot slot : byId.values()) {
            slot.lock.lock();
            try {
                SessionReplica replica = slot.replica;
                primaries += replica.holding() == Holding.PRIMARY ? 1 : 0;
                secondaries += replica.holding() == Holding.BACKUP ? 1 : 0;
                exposed += replica.exposed() ? 1 : 0;
                long lag = replica.behindFor(now);
                behind += lag > 0 ? 1 : 0;
                updates += replica.behind();
                oldest = Math.max(oldest, lag);
                bytes += replica.image().size();
            } finally {
                slot.lock.unlock();
            }
        }
        return new ReplicationRuntime(
                application,
                primaries,
                secondaries,
                exposed,
                behind,
                updates,
                Duration.ofNanos(oldest),
                moves.sum(),
                passedOn.sum(),
                discarded.sum(),
                bytes);
    }
}
