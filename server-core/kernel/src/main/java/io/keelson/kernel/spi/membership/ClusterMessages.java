package io.keelson.kernel.spi.membership;

/**
 * Short messages between the servers of a cluster, for rooms that do not know the cluster. Messages of one member come in their order,
 * once, while both are in one view; at a change of the view some may be lost, and nobody says which. Thread-safe.
 */
public interface ClusterMessages {
    /** The longest message, in bytes. */
    int LONGEST = 64 * 1024;

    /**
     * Sends to all other members of the view. It does nothing where there are none, and never waits for one.
     *
     * @param subject of at most 100 characters, the same on all servers
     * @throws IllegalArgumentException when the message is longer than {@link #LONGEST}
     */
    void tell(String subject, byte[] message);

    /**
     * Says who gets the messages of a subject. The call replaces the receiver before.
     */
    void receive(String subject, Receiver receiver);

    /** Takes messages. Called on a thread of the channel, one message of a member at a time; it must not block. */
    @FunctionalInterface
    interface Receiver {
        /** Takes a message of another member. */
        void received(ClusterMember from, byte[] message);
    }
}
