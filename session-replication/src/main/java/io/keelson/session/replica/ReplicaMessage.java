package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Messages between servers about one session. */
public sealed interface ReplicaMessage {
    /** The primary changed it: {@code delta} leads from version {@code base} to {@code version}. Answered. */
    record Update(long epoch, long base, long version, Delta delta) implements ReplicaMessage {}

    /**
     * The primary's whole session; whoever gets it is the secondary. Answered.
     *
     * @param turn how often the primary had chosen a secondary in this epoch
     */
    record Whole(long epoch, long version, long turn, Image image, Lineage lineage) implements ReplicaMessage {}

    /** The primary asks whether its secondary has this. Answered. */
    record Check(long epoch, long version) implements ReplicaMessage {}

    /** The session has ended. Answered with {@link Have} of that version. */
    record Remove(long epoch, long version, Lineage lineage) implements ReplicaMessage {}

    /** The secondary has it. */
    record Have(long epoch, long version) implements ReplicaMessage {}

    /** The secondary cannot use what it was sent; it needs the whole. */
    record Lack(long epoch) implements ReplicaMessage {}

    /** The epoch {@code refused} is over, as another is known: who is the primary with it is so no more. */
    record Stale(long refused, long epoch, long version, Lineage lineage) implements ReplicaMessage {}

    /** Asks who has the session. */
    record Find(long ask) implements ReplicaMessage {}

    /** State of the one who was asked. {@code stamp} counts the changes of that. */
    record Found(long ask, Holding holding, long epoch, long version, long stamp) implements ReplicaMessage {}

    /**
     * The sender wants to be the primary with a higher epoch, and asks who has the copy.
     *
     * @param stamp what it knows of the holder's state; a secondary refuses another
     * @param asked who has said that it is not the primary
     */
    record Take(long ask, long epoch, long stamp, Set<ClusterMember> asked) implements ReplicaMessage {
        public Take {
            asked = Set.copyOf(asked);
        }
    }

    /**
     * Hands the session to the server that asked: that is the primary now, and the sender has the copy.
     *
     * @param former another one that had a copy, which is of no use now
     */
    record Handed(
            long ask,
            long epoch,
            long version,
            Image image,
            Lineage lineage,
            @Nullable ClusterMember former) implements ReplicaMessage {}

    /** Not now, or not that one: ask again. */
    record Refused(long ask) implements ReplicaMessage {}

    /**
     * The primary leaves: its secondary, which has that version, is the primary with that epoch. Answered with {@link Taken}.
     *
     * @param of the primary's own epoch
     */
    record Give(long of, long epoch, long version) implements ReplicaMessage {}

    /** Is. */
    record Taken(long epoch) implements ReplicaMessage {}

    /**
     * A copy of a lower epoch, or of this one where its receiver is not the secondary, is of no use any more.
     *
     * @param turn of copies that the sender itself has sent in this epoch, those of lower turns; it may have chosen the receiver again
     *     since
     */
    record Drop(long epoch, long turn) implements ReplicaMessage {}

    /** For a server that has come back: the sender has this. */
    record Announce(Holding holding, long epoch, long version, Lineage lineage) implements ReplicaMessage {}

    /** Holding of a session by a server. */
    enum Holding {
        NONE,
        /** A copy. */
        BACKUP,
        /** Is the primary. */
        PRIMARY,
        /** Has asked the holder of a copy for it. */
        TAKING,
        /** Knows that the session has ended. */
        ENDED
    }
}
