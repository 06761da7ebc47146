package io.keelson.jms.broker;

import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.message.DestinationName;
import org.jspecify.annotations.Nullable;

/**
 * Rules by which a destination treats messages. Immutable.
 *
 * @param queue redelivery and order
 * @param messagesMaximum how many messages it holds; -1: no limit
 * @param bytesMaximum how much memory they take; -1: no limit
 * @param preemptive true if a smaller message may go before a larger one that waits for room
 * @param maxMessageSize the largest body in bytes; -1: no limit
 * @param expired what becomes of messages that are over
 * @param errorDestination where messages go that cannot be delivered; null: they are discarded
 * @param thresholds when producers are slowed down
 */
public record DestinationRules(
        QueueRules queue,
        long messagesMaximum,
        long bytesMaximum,
        boolean preemptive,
        long maxMessageSize,
        Expired expired,
        @Nullable DestinationName errorDestination,
        Thresholds thresholds) {
    /**
     * Limits at which producers are slowed down. Each pair counts for itself; -1: not at all.
     *
     * @param messagesHigh at how many messages that begins
     * @param messagesLow at how many it may end
     * @param bytesHigh at how many bytes that begins
     * @param bytesLow at how many it may end
     */
    public record Thresholds(long messagesHigh, long messagesLow, long bytesHigh, long bytesLow) {
        /** Producers are never slowed down. */
        public static final Thresholds NONE = new Thresholds(-1, -1, -1, -1);

        /** Returns true if a destination that was above, or was not, is so now. */
        boolean above(boolean before, long messages, long bytes) {
            return above(before, messages, messagesHigh, messagesLow) || above(before, bytes, bytesHigh, bytesLow);
        }

        private static boolean above(boolean before, long now, long high, long low) {
            return high >= 0 && (now >= high || before && now > low);
        }
    }

    /** Rules without thresholds. */
    public DestinationRules(
            QueueRules queue,
            long messagesMaximum,
            long bytesMaximum,
            boolean preemptive,
            long maxMessageSize,
            Expired expired,
            @Nullable DestinationName errorDestination) {
        this(
                queue,
                messagesMaximum,
                bytesMaximum,
                preemptive,
                maxMessageSize,
                expired,
                errorDestination,
                Thresholds.NONE);
    }

    /** The rules of a destination that nobody has configured. */
    public static final DestinationRules STANDARD =
            new DestinationRules(QueueRules.STANDARD, -1, -1, false, -1, Expired.DISCARD, null);

    /** Treatment of a message that has expired. */
    public enum Expired {
        /** Goes without a word. */
        DISCARD,
        /** Goes, and the log says so. */
        LOG,
        /** Goes to the error destination. */
        REDIRECT
    }
}
