package io.keelson.jms.broker;

import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.message.DestinationName;
import org.jspecify.annotations.Nullable;

/**
 * How a destination treats messages. Immutable.
 *
 * @param queue redelivery and order
 * @param messagesMaximum how many messages it holds; -1: no limit
 * @param bytesMaximum how much memory they take; -1: no limit
 * @param preemptive true if a smaller message may go before a larger one that waits for room
 * @param maxMessageSize the largest body in bytes; -1: no limit
 * @param expired what becomes of messages that are over
 * @param errorDestination where messages go that cannot be delivered; null: they are discarded
 */
public record DestinationRules(
        QueueRules queue,
        long messagesMaximum,
        long bytesMaximum,
        boolean preemptive,
        long maxMessageSize,
        Expired expired,
        @Nullable DestinationName errorDestination) {
    /** The rules of a destination that nobody has configured. */
    public static final DestinationRules STANDARD =
            new DestinationRules(QueueRules.STANDARD, -1, -1, false, -1, Expired.DISCARD, null);

    /** What becomes of a message that is over. */
    public enum Expired {
        /** It goes without a word. */
        DISCARD,
        /** It goes, and the log says so. */
        LOG,
        /** It goes to the error destination. */
        REDIRECT
    }
}
