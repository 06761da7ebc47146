package io.keelson.jms.wire;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A connection to a JMS server. Thread-safe.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>Requests MUST reach the server in the order in which one thread makes them.
 *   <li>A future MUST complete exactly once: with a reply, or exceptionally with a {@link JmsFailure}.
 *   <li>Deliveries of a consumer MUST come in the server's order, those that it sent before a reply before that reply completes.
 *   <li>{@link #close} MUST complete what is open exceptionally, and may be called more than once.
 * </ol>
 */
public interface Link extends AutoCloseable {
    /** Makes a request. Its dependents must not block: they may run on a thread of the server. */
    CompletableFuture<Reply> request(Request request);

    /**
     * Sends messages without an answer: they may be lost with the connection. Where there is no room they wait in the server, and what the
     * same sender sends to the same destination waits behind them.
     *
     * @param sender who hears of it by {@link Handler#refused} if the server does not take them
     */
    void sendOneWay(long sender, List<MessageData> messages);

    @Override
    void close();

    /** Hears of what comes by itself. Must neither block nor make requests. */
    interface Handler {
        /** Messages for a consumer, in order. */
        void delivered(long consumer, List<Delivery> batch);

        /**
         * The connection was lost and is there again, so that what a consumer had and nobody has seen comes again.
         *
         * @return how many such messages were thrown away
         */
        default int renewed(long consumer) {
            return 0;
        }

        /** Messages that were sent one-way were not taken. */
        default void refused(long sender, JmsFailure why) {}

        /**
         * A destination to which this connection sends is above its threshold, or is below it again.
         *
         * @param above true if producers should slow down
         */
        default void flow(DestinationName destination, boolean above) {}

        /** Nothing is known of thresholds any more: the connection was lost and is there again. */
        default void flowUnknown() {}

        /** The server has ended the connection. */
        void ended(JmsFailure why);
    }

    /** Opens connections. */
    interface Connector {
        /**
         * Opens a connection.
         *
         * @param user null: the caller's identity counts
         * @throws JmsFailure when the server refuses, or is not there
         */
        Link connect(
                @org.jspecify.annotations.Nullable String user,
                @org.jspecify.annotations.Nullable String password,
                Handler handler)
                throws JmsFailure;
    }
}
