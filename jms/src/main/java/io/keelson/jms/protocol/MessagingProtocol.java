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
     * @param services of the server, for its channels and its realm
     * @param connector to the JMS server; may block
     * @param blocking runs what may block; refuses where the server has too much to do
     * @param settings of the server's AMQP
     */
    record Wanted(Services services, Link.Connector connector, Executor blocking, AmqpSettings settings) {}

    /** A protocol that is registered. Its methods are called one after the other. */
    interface Opened extends AutoCloseable {
        /** Lets clients in. Before that, and when it is suspended, connections are closed at once. */
        void resume();

        /**
         * Lets no clients in, and ends the connections when what their clients have sent is answered for. What they have received and not
         * acknowledged goes back. Connections that are still there at the deadline are cut off.
         */
        void suspend(Deadline deadline) throws InterruptedException;

        /** Ends what there is at once. */
        @Override
        void close();
    }

    /** Registers the protocol with the server's channels, before they listen. It is suspended then. */
    Opened open(Wanted wanted);
}
