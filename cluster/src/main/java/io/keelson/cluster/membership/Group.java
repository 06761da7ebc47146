package io.keelson.cluster.membership;

import io.keelson.kernel.spi.membership.ClusterMember;

/**
 * The one channel between the servers of a cluster. Messages from one member to another on one topic come in the order in
 * which they were sent, once, while both are in one view; at a change of the view some may be lost. Thread-safe.
 */
public interface Group {
    /** This server as a member. */
    ClusterMember self();

    /** Sends to a member, not to this one; to one that is not there it does nothing. Never blocks for the other's sake. */
    void send(ClusterMember to, Topic topic, byte[] payload);

    /**
     * Says who gets what arrives on a topic; one for each topic. It is called on a thread of the channel, one message of a
     * member at a time, and must not block.
     *
     * @throws IllegalStateException when another topic has the number of this one
     */
    void receive(Topic topic, Receiver receiver);

    /** Takes what arrives. */
    @FunctionalInterface
    interface Receiver {
        void delivered(ClusterMember from, byte[] payload);
    }
}
