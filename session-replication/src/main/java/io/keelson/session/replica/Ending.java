package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Holding;
import io.keelson.session.replica.ReplicaMessage.Remove;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The part of who has ended the session: tells those that may have a copy, until each has heard or is not there any more. Until then
 * nobody is told that there is no such session: who has the copy would go on with it.
 */
final class Ending {
    private final SessionReplica of;
    private final ReplicaState state;
    private final Requests requests;
    /** Members that may have a copy, and are not known to have heard; null: nobody. */
    private @Nullable Set<ClusterMember> untold;

    private long lastTold;

    Ending(SessionReplica of) {
        this.of = of;
        state = of.state;
        requests = of.requests;
    }

    void reset() {
        untold = null;
    }

    /** Returns whether somebody may have a copy. */
    boolean open() {
        return state.is(Holding.ENDED) && untold != null;
    }

    /** Has ended here, and those may have copies. */
    void begin(Set<ClusterMember> holders) {
        if (!holders.isEmpty()) {
            untold = new TreeSet<>(holders);
            tell();
        }
        settle();
    }

    private void tell() {
        Set<ClusterMember> left = untold;
        if (left != null) {
            lastTold = state.now;
            left.forEach(this::tell);
        }
    }

    private void tell(ClusterMember holder) {
        state.send(holder, new Remove(state.epoch, Long.MAX_VALUE, state.lineage));
    }

    void have(ClusterMember from, Have message) {
        Set<ClusterMember> left = untold;
        if (left != null && message.epoch() == state.epoch && message.version() == Long.MAX_VALUE) {
            left.remove(from);
            settle();
        }
    }

    /** The requests that ended it, and those that have asked for it since, are answered when nobody has a copy. */
    void settle() {
        Set<ClusterMember> left = untold;
        if (left != null && state.around.sure(state.now)) {
            left.removeIf(holder -> !state.around.sees(holder));
        }
        if (left == null || left.isEmpty()) {
            untold = null;
            requests.confirmAll();
            requests.turnAwayAll();
        }
    }

    /** Takes back an end of what was not the session any more: another server has it. */
    void undo() {
        requests.fail();
        of.seeker.seekIfWanted();
    }

    /** Tells a member again: the message to it may be lost. */
    void cut(ClusterMember to) {
        Set<ClusterMember> left = untold;
        if (left != null && left.contains(to) && state.around.sees(to)) {
            tell(to);
        }
    }

    void tick() {
        if (open()) {
            if (state.now - lastTold >= ReplicaState.PATIENCE) {
                tell();
            }
            settle();
        }
    }
}
