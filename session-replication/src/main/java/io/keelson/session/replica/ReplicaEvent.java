package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Events of a session on a server. A ticket stands for one use by one request. */
public sealed interface ReplicaEvent {
    /** A request begins a session here. */
    record Created() implements ReplicaEvent {}

    /**
     * A request wants it here. Answered with {@link ReplicaAction.Serve}, {@link ReplicaAction.Absent} or
     * {@link ReplicaAction.Unreachable}.
     *
     * @param hints the servers that may have it, as the client says
     */
    record Requested(long ticket, Set<String> hints) implements ReplicaEvent {
        public Requested {
            hints = Set.copyOf(hints);
        }
    }

    /**
     * A request that has used the session's object is about to end. Answered with {@link ReplicaAction.Confirmed} or
     * {@link ReplicaAction.Superseded}. Not to be told of an object that has been released.
     */
    record Changed(long ticket, Delta delta) implements ReplicaEvent {}

    /** A request that has ended the session is about to end. Answered as {@link Changed}. */
    record Settled(long ticket) implements ReplicaEvent {}

    /** The session has been ended here. */
    record Ended() implements ReplicaEvent {}

    /**
     * Answer to {@link ReplicaAction.Retire}: no request uses its object, and none will.
     *
     * @param delta what its attributes changed when they were told; null: nothing
     */
    record Retired(@Nullable Delta delta) implements ReplicaEvent {}

    /** A message has come. */
    record Heard(ClusterMember from, ReplicaMessage message) implements ReplicaEvent {}

    /** Messages to a member that have not been answered may be lost, and so may its answer. */
    record Cut(ClusterMember to) implements ReplicaEvent {}

    /** There is another view; {@code returned} are members that have been there before, and were not in the last one. */
    record Viewed(Set<ClusterMember> returned) implements ReplicaEvent {
        public Viewed {
            returned = Set.copyOf(returned);
        }
    }

    /** See whether the session needs another secondary, or another primary. */
    record Tend() implements ReplicaEvent {}

    /** This server is about to leave, so give it to others; or it stays after all. */
    record Leave(boolean leaving) implements ReplicaEvent {}

    /** Time has passed. */
    record Tick() implements ReplicaEvent {}
}
