package io.keelson.jms.client;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.function.Consumer;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A connection by which a foreign container gets messages for its message-driven beans. Its receivers are for one thread each; the
 * connection is thread-safe.
 *
 * <p>Specification: Jakarta Messaging 3.1, chapter 13; Jakarta Connectors 2.1, chapter 13.
 */
public final class EndpointConnection implements AutoCloseable {
    private final ClientConnection connection;

    private EndpointConnection(ClientConnection connection) {
        this.connection = connection;
    }

    /**
     * Opens a connection, and starts it.
     *
     * @param user who logs in; null: whom the connector knows
     * @param whenEnded hears once that the connection was lost for good
     */
    public static EndpointConnection open(
            Link.Connector connector,
            FactorySettings settings,
            @Nullable String user,
            @Nullable String password,
            Consumer<JMSException> whenEnded)
            throws JMSException {
        ClientConnection made =
                ClientConnection.open(connector, settings, null, user, password, ClientConnection.Domain.ANY);
        made.setExceptionListener(whenEnded::accept);
        made.start();
        return new EndpointConnection(made);
    }

    /** Returns false once it was lost for good, or closed. */
    public boolean isUsable() {
        return !connection.isClosed();
    }

    /**
     * Makes a receiver.
     *
     * @param selector null: all messages
     * @param subscription of a topic; null: one without a name
     * @param durable true if that outlives its receivers
     * @param shared true if it may have several receivers
     */
    public Receiver receiver(
            DestinationName from,
            @Nullable String selector,
            @Nullable String subscription,
            boolean durable,
            boolean shared)
            throws JMSException {
        ClientSession session = connection.session(false, Session.AUTO_ACKNOWLEDGE, true);
        try {
            return new Receiver(session, session.endpointConsumer(from, selector, subscription, durable, shared));
        } catch (JMSException e) {
            session.close();
            throw e;
        }
    }

    /** Closes the link at once: messages that are handled go back. Whoever waits for the server is told so. */
    @Override
    public void close() {
        try {
            connection.link().close();
        } catch (JMSException e) {
            ClientLog.LOG.debugf(e, "the end of an endpoint's connection");
        }
    }

    /** Receives messages, each of which is accounted for before the next one. For one thread. */
    public final class Receiver implements AutoCloseable {
        private final ClientSession session;
        private final ClientConsumer consumer;

        private Receiver(ClientSession session, ClientConsumer consumer) {
            this.session = session;
            this.consumer = consumer;
        }

        /** Returns what takes part in the transactions in which messages are handled. */
        public XAResource xaResource() {
            return session.getXAResource();
        }

        /**
         * Returns the next message; null where none comes in time.
         *
         * @param millis for which it waits; 0: not at all
         */
        public @Nullable Received next(long millis) throws JMSException {
            Delivery delivery = consumer.next(millis);
            return delivery == null ? null : new Received(this, delivery, session.message(delivery));
        }

        /** Ends it. */
        @Override
        public void close() throws JMSException {
            session.close();
        }
    }

    /** A message that was received. For the thread of its receiver. */
    public static final class Received {
        private final Receiver receiver;
        private final Delivery delivery;
        private final Message message;

        private Received(Receiver receiver, Delivery delivery, Message message) {
            this.receiver = receiver;
            this.delivery = delivery;
            this.message = message;
        }

        /** Returns it as the application sees it. */
        public Message message() {
            return message;
        }

        /** Makes its receipt part of the branch with which the receiver is associated. Returns false where there is none. */
        public boolean join() {
            Work branch = receiver.session.branches().active();
            if (branch == null) {
                return false;
            }
            branch.consumed(delivery.tag());
            return true;
        }

        /**
         * Acknowledges it outside of transactions.
         *
         * @param sure true: returns when the server knows
         */
        public void acknowledge(boolean sure) throws JMSException {
            var reply = link().request(new Request.Acknowledge(new long[] {delivery.tag()}));
            if (sure) {
                Reply unused = Failures.await(reply);
            }
        }

        /** Gives it back: it is delivered again. */
        public void giveBack() throws JMSException {
            receiver.consumer.returnUnseen();
            Reply unused = Failures.await(link().request(new Request.Return(new long[] {delivery.tag()}, true)));
        }

        private Link link() throws JMSException {
            return receiver.session.connection().link();
        }
    }
}
