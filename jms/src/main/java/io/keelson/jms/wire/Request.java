package io.keelson.jms.wire;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of a client. What a client calls a consumer is a number of its own; a tag is the server's name of a delivery. */
public sealed interface Request {
    /** Gives the connection its client id. */
    record Identify(String clientId) implements Request {}

    /** Asks that a destination is there. */
    record Check(DestinationName destination) implements Request {}

    /**
     * A subscription to a topic.
     *
     * @param name of the subscription; null: it has none and ends with its consumer
     * @param durable true if it outlives its consumers
     * @param shared true if it may have several consumers
     */
    record Subscription(@Nullable String name, boolean durable, boolean shared) {
        /** A subscription without a name. */
        public static final Subscription PLAIN = new Subscription(null, false, false);
    }

    /**
     * Makes a consumer. It gets nothing until it has credit.
     *
     * @param noLocal true: without the messages of the same origin
     * @param origin of the connection's own messages
     * @param session the client's number of the session, for figures only; 0: there is none
     */
    record Consume(
            long consumer,
            DestinationName destination,
            @Nullable String selector,
            boolean noLocal,
            String origin,
            Subscription subscription,
            long session)
            implements Request {
        /** Makes a consumer that belongs to no session. */
        public Consume(
                long consumer,
                DestinationName destination,
                @Nullable String selector,
                boolean noLocal,
                String origin,
                Subscription subscription) {
            this(consumer, destination, selector, noLocal, origin, subscription, 0);
        }
    }

    /** Ends the figures of a session. */
    record EndSession(long session) implements Request {}

    /** Ends a consumer. Messages that nobody has seen go back. */
    record EndConsumer(long consumer, long[] unseen) implements Request {}

    /** Lets a consumer have more messages. */
    record Credit(long consumer, int more) implements Request {}

    /** Takes the credit back. When the reply is there no message comes any more. */
    record Revoke(long consumer) implements Request {}

    /**
     * Sends messages, all or none of them.
     *
     * @param timeout for how many milliseconds a quota may keep them waiting
     * @param id by which the server knows a request that is made again; null: it is made once
     * @param session the client's number of the session, for figures only; 0: there is none
     */
    record Send(
            List<MessageData> messages,
            long timeout,
            @Nullable RequestId id,
            long session) implements Request {
        /** The timeout of a send whose sender does not wait: it waits itself, as long as it takes. */
        public static final long ONE_WAY = Long.MAX_VALUE;

        /** A send that is made once. */
        public Send(List<MessageData> messages, long timeout) {
            this(messages, timeout, null, 0);
        }
    }

    /**
     * Names a request that may be made again over another connection: it is done once.
     *
     * @param origin the producer's own name, which nobody else has
     * @param number grows from request to request of the origin
     * @param unanswered the smallest number that has had no answer: what is below it is never made again
     */
    record RequestId(String origin, long number, long unanswered) {}

    /**
     * Hands a message of a distributed queue over to another member of it.
     *
     * @param message with how often it was delivered
     * @param id by which it is taken once
     */
    record Forward(Delivery message, RequestId id) implements Request {}

    /** Asks how many consumers a queue has, forwarding not counted. */
    record Demand(DestinationName queue) implements Request {}

    /** Says that no request of an origin is made again. */
    record Forget(String origin) implements Request {}

    /** Acknowledges deliveries. */
    record Acknowledge(long[] tags) implements Request {}

    /**
     * Gives deliveries back.
     *
     * @param seen false where no application has seen them
     */
    record Return(long[] tags, boolean seen) implements Request {}

    /**
     * Sends and acknowledges all or nothing.
     *
     * @param session the client's number of the session, for figures only; 0: there is none
     */
    record Commit(
            List<MessageData> sends,
            long[] acknowledged,
            long timeout,
            @Nullable RequestId id,
            long session) implements Request {
        /** A commit that is made once. */
        public Commit(List<MessageData> sends, long[] acknowledged, long timeout) {
            this(sends, acknowledged, timeout, null, 0);
        }
    }

    /**
     * Prepares a branch.
     *
     * @param session the client's number of the session, for figures only; 0: there is none
     */
    record Prepare(BranchId branch, List<MessageData> sends, long[] acknowledged, long timeout, long session)
            implements Request {}

    /** Ends a prepared branch. */
    record Decide(BranchId branch, boolean commit) implements Request {}

    /** Asks for the prepared branches. */
    record InDoubt() implements Request {}

    /**
     * Asks for the messages that a queue has, a page at a time. An answer without messages is the end.
     *
     * @param after the tag of the last message of the page before; 0: there is none
     */
    record Browse(DestinationName destination, @Nullable String selector, long after) implements Request {}

    /**
     * Makes a destination for as long as the connection lives.
     *
     * @param name that it had on a connection that was lost; null: the server gives it one
     */
    record MakeTemporary(boolean topic, @Nullable String name) implements Request {
        /** A new one. */
        public MakeTemporary(boolean topic) {
            this(topic, null);
        }
    }

    /** Ends a temporary destination. */
    record DropTemporary(DestinationName destination) implements Request {}

    /** Ends a durable subscription. */
    record Unsubscribe(String subscription) implements Request {}
}
