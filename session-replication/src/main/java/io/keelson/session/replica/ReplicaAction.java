package io.keelson.session.replica;

import io.keelson.kernel.spi.membership.ClusterMember;

/** Actions that are to be done about a session. */
public sealed interface ReplicaAction {
    /** Send a message. */
    record Send(ClusterMember to, ReplicaMessage message) implements ReplicaAction {}

    /** The request has the session; where there is no object of it yet it is made of the image. */
    record Serve(long ticket, Image image) implements ReplicaAction {}

    /** There is no such session. */
    record Absent(long ticket) implements ReplicaAction {}

    /** There may be such a session, and it cannot be had now. */
    record Unreachable(long ticket, String why) implements ReplicaAction {}

    /** The changes of the request are kept. */
    record Confirmed(long ticket) implements ReplicaAction {}

    /** Another server has the session meanwhile: what the request did is lost, and it must not be answered as if it were not. */
    record Superseded(long ticket) implements ReplicaAction {}

    /**
     * The session is to go to another server: take its object out of use as soon as no request has it, and say
     * {@link ReplicaEvent.Retired}.
     */
    record Retire() implements ReplicaAction {}

    /**
     * The session's object is of no use here any more: another server is the primary, or will be.
     *
     * @param moved whether it was handed over in good order
     */
    record Release(boolean moved) implements ReplicaAction {}

    /** Requests were answered whose changes nobody has any more: each side of a partition had gone on. */
    record Discarded(long updates) implements ReplicaAction {}

    /**
     * A member that is in the view has not answered what it was told, since then. Said again and again.
     *
     * @param sinceNanos by the ticker
     */
    record Unheard(ClusterMember member, long sinceNanos) implements ReplicaAction {}
}
