package io.keelson.cluster.io;

/**
 * Messages between servers, named as in the domain. What is sent may be lost, may come late, twice, or in another order;
 * it does not come changed, and {@code from} is who sent it. An implementation MUST NOT block in {@link #send}, and MUST
 * copy or send the bytes before it returns.
 */
public interface Link {
    /** This server's name. */
    String self();

    /** Sends to a server, itself included; to one that is not there it does nothing. */
    void send(String server, byte[] message);

    /** Says who gets what arrives from now on; one receiver, called on any thread, one call at a time. */
    void receive(Receiver receiver);

    /** Takes what arrives. Must not block. */
    interface Receiver {
        /** A message has come. */
        void delivered(String from, byte[] message);

        /** A server is gone, or seems to be: a closed socket, a suspicion. That is no proof of its death. */
        void lost(String server);

        /** A server can be reached, for the first time or again. */
        void found(String server);
    }
}
