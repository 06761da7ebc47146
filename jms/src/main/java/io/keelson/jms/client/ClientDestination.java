package io.keelson.jms.client;

import io.keelson.jms.message.DestinationName;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A destination by its name. Immutable, and equal to others of the name. */
public abstract sealed class ClientDestination implements Destination, Serializable {
    private static final long serialVersionUID = 1L;

    private final DestinationName name;

    ClientDestination(DestinationName name) {
        this.name = name;
    }

    /** Returns the destination of a name. */
    public static ClientDestination of(DestinationName name) {
        return name.topic() ? new OfTopic(name) : new OfQueue(name);
    }

    static @Nullable ClientDestination ofNullable(@Nullable DestinationName name) {
        return name == null ? null : of(name);
    }

    /** Returns the name. */
    public DestinationName name() {
        return name;
    }

    /** Returns the name of any destination, of another provider's by its own name. */
    static DestinationName nameOf(@Nullable Destination destination) throws JMSException {
        if (destination instanceof ClientDestination ours) {
            return ours.name;
        }
        if (destination instanceof Queue queue) {
            return DestinationName.queue(queue.getQueueName());
        }
        if (destination instanceof Topic topic) {
            return DestinationName.topic(topic.getTopicName());
        }
        throw new InvalidDestinationException(
                destination == null ? "no destination is given" : destination + " is neither a queue nor a topic",
                "INVALID_DESTINATION");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClientDestination destination && destination.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name.name();
    }

    /** A queue. */
    public static final class OfQueue extends ClientDestination implements Queue {
        private static final long serialVersionUID = 1L;

        OfQueue(DestinationName name) {
            super(name);
        }

        @Override
        public String getQueueName() {
            return name().name();
        }
    }

    /** A topic. */
    public static final class OfTopic extends ClientDestination implements Topic {
        private static final long serialVersionUID = 1L;

        OfTopic(DestinationName name) {
            super(name);
        }

        @Override
        public String getTopicName() {
            return name().name();
        }
    }

    /** A destination that the connection which made it can delete. */
    static final class TemporaryQueue extends OfConnection implements jakarta.jms.TemporaryQueue {
        private static final long serialVersionUID = 1L;

        TemporaryQueue(DestinationName name, ClientConnection owner) {
            super(name, owner);
        }

        @Override
        public String getQueueName() {
            return name().name();
        }
    }

    /** The same of a topic. */
    static final class TemporaryTopic extends OfConnection implements jakarta.jms.TemporaryTopic {
        private static final long serialVersionUID = 1L;

        TemporaryTopic(DestinationName name, ClientConnection owner) {
            super(name, owner);
        }

        @Override
        public String getTopicName() {
            return name().name();
        }
    }

    /** Base of both temporary destinations. */
    abstract static sealed class OfConnection extends ClientDestination {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable ClientConnection owner;

        OfConnection(DestinationName name, ClientConnection owner) {
            super(name);
            this.owner = owner;
        }

        /** Deletes it. */
        public void delete() throws JMSException {
            if (owner == null) {
                throw new JMSException("only the connection that made " + name() + " can delete it", "ILLEGAL_STATE");
            }
            owner.deleteTemporary(name());
        }
    }
}
