package io.keelson.jms.protocol;

import io.keelson.base.subsystem.Services;
import io.keelson.base.time.Deadline;
import io.keelson.jms.wire.Link;
import java.util.concurrent.Executor;

/** A protocol of messaging in a part, which {@link java.util.ServiceLoader} finds there. */
public interface MessagingProtocol {
    /**
     * The rooms that a protocol works with.
     *
     * @param services of the server, for its channels, its realm and the protocol's settings
     * @param connector to the JMS server; may block
     * @param blocking runs what may block; refuses where the server has too much to do
     */
    record Wanted(Services services, Link.Connector connector, Executor blocking) {}

    /**
     * Numbers of a protocol's connections.
     *
     * @param open now
     * @param accepted since the start
     * @param refused since the start: too many were open, or the server did not run
     */
    record Figures(int open, long accepted, long refused) {}

    /** A protocol that is registered. Its methods are called one after the other. */
    interface Opened extends AutoCloseable {
        /** Lets clients in. Before that, and when it is suspended, connections are closed at once. */
        void resume();

        /**
         * Lets no clients in, and ends the connections when what their clients have sent is answered for. What they have received and not
         * acknowledged goes back. Connections that are still there at the deadline are cut off.
         */
        void suspend(Deadline deadline) throws InterruptedException;

        /** Returns numbers of its connections. Thread-safe. */
        Figures figures();

        /** Ends what there is at once. */
        @Override
        void close();
    }

    /** Returns the name of the protocol and of its part: {@code amqp}, {@code stomp}. */
    String name();

    /** Registers the protocol with the server's channels, before they listen. It is suspended then. */
    Opened open(Wanted wanted);
}
