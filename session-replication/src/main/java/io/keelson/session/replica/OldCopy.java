package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Drop;
import io.keelson.session.replica.ReplicaMessage.Find;
import io.keelson.session.replica.ReplicaMessage.Found;
import io.keelson.session.replica.ReplicaMessage.Holding;
import org.jspecify.annotations.Nullable;

/**
 * The copy that its primary has last told its holder to drop. That is not answered, and may get lost; an old copy that nobody knows of
 * would be the session when all who know better have gone. So who had it is asked after the patience, until it says that it has not.
 * Owned by {@link Primary}.
 */
final class OldCopy {
    private final SessionReplica of;
    private final ReplicaState state;
    private @Nullable ClusterMember holder;
    /** Time at which it was last told. */
    private long told;
    /** The number of the question whether it has it still. */
    private long ask;

    OldCopy(SessionReplica of) {
        this.of = of;
        state = of.state;
    }

    void reset() {
        holder = null;
    }

    /** Returns who may have one; null: nobody that is known of. */
    @Nullable
    ClusterMember holder() {
        return holder;
    }

    /** Order to drop what it has. */
    void drop(ClusterMember member, Drop word) {
        tellAgain(word); // of two the older one is not asked any more
        state.send(member, word);
        holder = member;
        told = state.now;
    }

    /** Says it once more: nobody asks from now on. */
    void tellAgain(Drop word) {
        ClusterMember has = holder;
        if (has != null) {
            state.send(has, word);
        }
    }

    /** Is to have another copy. */
    void chosen(@Nullable ClusterMember member) {
        if (member != null && member.equals(holder)) {
            holder = null;
        }
    }

    void tick(Drop word) {
        ClusterMember has = holder;
        if (has != null && !state.around.sees(has)) {
            holder = null; // it says what it has when it comes back
        } else if (has != null && state.now - told >= ReplicaState.PATIENCE) {
            ask(has, word);
        }
    }

    /** Asks the holder at once: a message to it may be lost. */
    void cut(ClusterMember to, Drop word) {
        if (to.equals(holder)) {
            ask(to, word);
        }
    }

    private void ask(ClusterMember has, Drop word) {
        told = state.now;
        ask = of.seeker.nextAsk();
        state.send(has, word);
        state.send(has, new Find(ask));
    }

    void found(ClusterMember from, Found m) {
        boolean there = m.holding() == Holding.BACKUP && m.epoch() <= state.epoch;
        if (from.equals(holder) && m.ask() == ask && !there) {
            holder = null;
        }
    }
}
