package io.keelson.jms.store;

import java.util.List;

/** The other servers, as the owner of a replicated log reaches them. Thread-safe; no method blocks. */
public interface ReplicaPeers {
    /** A connection to a replica. */
    interface Connection {
        /** Sends a frame, in order. Nothing happens after the end. */
        void send(byte[] frame);

        /** Ends the connection; the listener may hear of it. */
        void close(String why);
    }

    /** Hears of a connection, on any thread, one call at a time. Must not block. */
    interface Listener {
        /** The replica can be sent to. */
        void opened(Connection connection);

        /** The replica has sent a frame. */
        void received(byte[] frame);

        /** The connection has ended, or could not be opened. */
        void closed(String why);
    }

    /** Returns the servers that could have a copy now, this one excluded, the best one first. */
    List<String> candidates();

    /** Connects to a server. */
    void connect(String server, Listener listener);
}
