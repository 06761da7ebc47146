package io.keelson.jms.bridge;

import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import java.util.Optional;
import java.util.function.Function;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** Sessions of any provider. */
final class Sessions {
    private Sessions() {}

    /** Adds an XA resource to the calling thread's transaction. */
    interface Enlisting {
        void enlist(XAResource resource) throws Exception;
    }

    /** Makes a session whose transactions are its own, or none. */
    static Session local(Connection connection, QualityOfService quality) throws JMSException {
        return quality == QualityOfService.DUPLICATES_OKAY
                ? connection.createSession(true, Session.SESSION_TRANSACTED)
                : connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    }

    /** Makes a connection for XA. */
    static XAConnection xa(Object factory, @Nullable String user, @Nullable String password) throws JMSException {
        if (!(factory instanceof XAConnectionFactory made)) {
            throw new JMSException(
                    "the connection factory " + factory.getClass().getName()
                            + " is not for XA, which exactly-once needs; name an XA connection factory, or choose"
                            + " another quality-of-service",
                    "NOT_XA");
        }
        return user == null ? made.createXAConnection() : made.createXAConnection(user, password);
    }

    static BridgeEnd.Opened opened(
            Connection connection,
            Session session,
            Destination destination,
            @Nullable Enlisting enlisting,
            Function<String, Optional<Destination>> names) {
        return new BridgeEnd.Opened() {
            @Override
            public Session session() {
                return session;
            }

            @Override
            public MessageConsumer consumer(@Nullable String selector, @Nullable String subscription)
                    throws JMSException {
                if (subscription == null) {
                    return session.createConsumer(destination, selector);
                }
                if (!(destination instanceof Topic topic)) {
                    throw new JMSException(
                            "a durable subscription is for a topic, and " + destination + " is none", "NOT_A_TOPIC");
                }
                return session.createDurableConsumer(topic, subscription, selector, false);
            }

            @Override
            public MessageProducer producer() throws JMSException {
                return session.createProducer(destination);
            }

            @Override
            public void enlist() throws Exception {
                if (enlisting != null && session instanceof XASession xa) {
                    enlisting.enlist(xa.getXAResource());
                }
            }

            @Override
            public Optional<Destination> find(String name) {
                return names.apply(name);
            }

            @Override
            public void close() {
                try {
                    connection.close();
                } catch (JMSException | RuntimeException e) {
                    BridgeLog.LOG.debugf(
                            e, "the end of a connection of a bridge"); // it is lost, or the other side is gone
                }
            }
        };
    }
}
