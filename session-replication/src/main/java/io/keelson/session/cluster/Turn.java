package io.keelson.session.cluster;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.replica.ReplicaAction;
import io.keelson.session.replica.ReplicaMessage;
import io.keelson.session.replica.ReplicaMessage.Check;
import io.keelson.session.replica.ReplicaMessage.Have;
import io.keelson.session.replica.ReplicaMessage.Update;
import io.keelson.session.replica.ReplicaMessage.Whole;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One event of a session's machine: what is to be done when its lock has been left, and whether its answer is just that this server has
 * what it was sent, which a direct connection says of many sessions at once. Used by one thread.
 */
final class Turn {
    private final List<Runnable> later = new ArrayList<>(1);
    private @Nullable ClusterMember asker;
    private long epoch;
    private long version;
    private boolean had;

    /** Notes that a message came over a direct connection. */
    static Turn asked(ClusterMember from, ReplicaMessage message) {
        Turn turn = new Turn();
        if (message instanceof Update m) {
            turn.asks(from, m.epoch(), m.version());
        } else if (message instanceof Whole m) {
            turn.asks(from, m.epoch(), m.version());
        } else if (message instanceof Check m) {
            turn.asks(from, m.epoch(), m.version());
        }
        return turn;
    }

    private void asks(ClusterMember from, long of, long about) {
        asker = from;
        epoch = of;
        version = about;
    }

    /** Returns whether that needs not be sent, since the connection will say it. */
    boolean answers(ReplicaAction.Send send) {
        boolean same = send.to().equals(asker)
                && send.message() instanceof Have have
                && have.epoch() == epoch
                && have.version() == version;
        had |= same;
        return same;
    }

    /** Returns whether the connection is to say that this server has it. */
    boolean had() {
        return had;
    }

    void later(Runnable task) {
        later.add(task);
    }

    /** The lock has been left. */
    void end() {
        later.forEach(Runnable::run);
    }
}
