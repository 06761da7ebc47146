package io.keelson.jms.ra;

import io.keelson.jms.client.EndpointConnection;
import io.keelson.jms.client.PooledConnection;
import io.keelson.jms.message.DestinationName;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import jakarta.resource.ResourceException;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The destination from which an activation has its messages, found.
 *
 * @param activation the configuration
 * @param name of the destination at the server
 */
record MessageSource(MessageActivation activation, DestinationName name) {
    /**
     * Finds the destination, and the connection factory that the activation names.
     *
     * @throws ResourceException where a name is not there, or what is there is something else
     */
    static MessageSource of(MessageActivation activation) throws ResourceException {
        String factory = activation.getConnectionFactoryLookup();
        if (factory != null) {
            if (!(looked("connectionFactoryLookup", factory) instanceof PooledFactory ours)) {
                throw new ResourceException(
                        "connectionFactoryLookup is " + factory
                                + ", which is no connection factory of this resource adapter: name one that it makes, or set url");
            }
            activation.use(ours.factory());
        }
        activation.check();
        String lookup = activation.getDestinationLookup();
        String own = activation.getDestination();
        if (lookup == null && own != null && !own.startsWith("java:")) {
            return new MessageSource(activation, new DestinationName(activation.topic(), own));
        }
        String property = lookup == null ? "destination" : "destinationLookup";
        String name = lookup == null ? String.valueOf(own) : lookup;
        return new MessageSource(activation, named(property, name, looked(property, name)));
    }

    private static DestinationName named(String property, String name, @Nullable Object found)
            throws ResourceException {
        try {
            if (found instanceof Queue queue) {
                return DestinationName.queue(queue.getQueueName());
            }
            if (found instanceof Topic topic) {
                return DestinationName.topic(topic.getTopicName());
            }
        } catch (JMSException e) {
            throw new ResourceException(property + " is " + name + ": " + e.getMessage(), e);
        }
        throw new ResourceException(property + " is " + name + ", which is neither a queue nor a topic but " + found
                + ": name an administered object of this resource adapter");
    }

    private static @Nullable Object looked(String property, String name) throws ResourceException {
        try {
            InitialContext names = new InitialContext();
            try {
                return names.lookup(name);
            } finally {
                names.close();
            }
        } catch (NamingException e) {
            throw new ResourceException(property + " is " + name + ", which cannot be looked up: " + e, e);
        }
    }

    /** Returns how many sessions there may be. */
    int sessions() {
        return activation.sessions(name.topic());
    }

    /** Opens a connection. */
    EndpointConnection connect(Runnable whenLost) throws JMSException, ResourceException {
        Login login = activation.login();
        return EndpointConnection.open(
                PooledConnection.connector(activation.streams(login), activation.settings()),
                activation.settings(),
                null,
                null,
                lost -> whenLost.run());
    }

    /** Makes a receiver. */
    EndpointConnection.Receiver receiver(EndpointConnection connection) throws JMSException {
        boolean named = name.topic() && (activation.durable() || activation.shared());
        return connection.receiver(
                name,
                activation.getMessageSelector(),
                named ? activation.getSubscriptionName() : null,
                activation.durable(),
                activation.shared());
    }

    @Override
    public String toString() {
        return "the message-driven bean of " + name;
    }
}
