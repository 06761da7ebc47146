package io.keelson.http;

import java.util.List;

/**
 * Opens connections to other HTTP servers, for a room that passes requests on. Published by the network subsystem.
 * Thread-safe. See docs/design/balancer.md.
 *
 * <p>Specification: RFC 9110, 7.6 Message Forwarding.
 */
public interface OutgoingHttp {
    /**
     * Starts loops, each a thread of its own.
     *
     * @param name what their threads are called, with a number behind it
     * @param count how many, at least 1
     */
    Loops open(String name, int count);

    /** Loops that are open until they are closed, and their connections with them. */
    interface Loops extends AutoCloseable {
        /** The loops. */
        List<OutgoingLoop> loops();

        /** Closes all connections and ends the threads; waits for that a few seconds at most. */
        @Override
        void close();
    }
}
