package io.keelson.jms.client;

import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.XAJMSContext;
import java.io.Serializable;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A context: a session and its share of a connection, which is closed with the last context that uses it. For one thread at a time.
 *
 * <p>Specification: Jakarta Messaging 3.1, 2.8 Simplified API interfaces.
 */
final class ClientContext implements XAJMSContext {
    private final ClientConnection connection;
    private final ClientSession session;
    private final AtomicInteger users;
    private boolean autoStart = true;
    private boolean closed;

    private ClientContext(ClientConnection connection, ClientSession session, AtomicInteger users) {
        this.connection = connection;
        this.session = session;
        this.users = users;
    }

    static ClientContext open(ClientConnection connection, int mode) throws jakarta.jms.JMSException {
        try {
            ClientSession session = connection.session(mode == SESSION_TRANSACTED, mode, false);
            return new ClientContext(connection, session, new AtomicInteger(1));
        } catch (jakarta.jms.JMSException e) {
            connection.close();
            throw e;
        }
    }

    static ClientContext openXa(ClientConnection connection) throws jakarta.jms.JMSException {
        return new ClientContext(
                connection, connection.session(false, Session.AUTO_ACKNOWLEDGE, true), new AtomicInteger(1));
    }

    private void notInContainer(String what) {
        if (connection.transactions() != null) {
            throw new IllegalStateRuntimeException(
                    what + " is not allowed in an application server (Jakarta EE Platform, 6.7)", "CONTAINER");
        }
    }

    @Override
    public JMSContext createContext(int mode) {
        notInContainer("createContext of a context");
        return Failures.unchecked(() -> {
            session.open();
            ClientSession another = connection.session(mode == SESSION_TRANSACTED, mode, false);
            users.incrementAndGet();
            return new ClientContext(connection, another, users);
        });
    }

    @Override
    public JMSProducer createProducer() {
        return Failures.unchecked(() -> new ContextProducer(session, (ClientProducer) session.createProducer(null)));
    }

    @Override
    public @Nullable String getClientID() {
        return Failures.nullable(connection::getClientID);
    }

    @Override
    public void setClientID(String id) {
        Failures.uncheckedly(() -> connection.setClientID(id));
    }

    @Override
    public ConnectionMetaData getMetaData() {
        return Failures.unchecked(connection::getMetaData);
    }

    @Override
    public @Nullable ExceptionListener getExceptionListener() {
        return Failures.nullable(connection::getExceptionListener);
    }

    @Override
    public void setExceptionListener(@Nullable ExceptionListener listener) {
        Failures.uncheckedly(() -> connection.setExceptionListener(listener));
    }

    @Override
    public void start() {
        Failures.uncheckedly(connection::start);
    }

    @Override
    public void stop() {
        Failures.uncheckedly(connection::stop);
    }

    @Override
    public void setAutoStart(boolean auto) {
        autoStart = auto;
    }

    @Override
    public boolean getAutoStart() {
        return autoStart;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        Failures.uncheckedly(() -> {
            session.notFromItsListener("close its context");
            session.close();
            closed = true;
            if (users.decrementAndGet() == 0) {
                connection.close();
            }
        });
    }

    // ---- messages --------------------------------------------------------------------------------------------------

    @Override
    public BytesMessage createBytesMessage() {
        return Failures.unchecked(session::createBytesMessage);
    }

    @Override
    public MapMessage createMapMessage() {
        return Failures.unchecked(session::createMapMessage);
    }

    @Override
    public Message createMessage() {
        return Failures.unchecked(session::createMessage);
    }

    @Override
    public ObjectMessage createObjectMessage() {
        return Failures.unchecked(() -> session.createObjectMessage());
    }

    @Override
    public ObjectMessage createObjectMessage(Serializable object) {
        return Failures.unchecked(() -> session.createObjectMessage(object));
    }

    @Override
    public StreamMessage createStreamMessage() {
        return Failures.unchecked(session::createStreamMessage);
    }

    @Override
    public TextMessage createTextMessage() {
        return Failures.unchecked(() -> session.createTextMessage());
    }

    @Override
    public TextMessage createTextMessage(String text) {
        return Failures.unchecked(() -> session.createTextMessage(text));
    }

    // ---- the session -----------------------------------------------------------------------------------------------

    @Override
    public boolean getTransacted() {
        return Failures.unchecked(session::getTransacted);
    }

    @Override
    public int getSessionMode() {
        return Failures.unchecked(session::getAcknowledgeMode);
    }

    @Override
    public void commit() {
        Failures.uncheckedly(session::commit);
    }

    @Override
    public void rollback() {
        Failures.uncheckedly(session::rollback);
    }

    @Override
    public void recover() {
        Failures.uncheckedly(session::recover);
    }

    @Override
    public void acknowledge() {
        notInContainer("acknowledge");
        Failures.uncheckedly(session::acknowledgeContext);
    }

    @Override
    public JMSContext getContext() {
        return this;
    }

    @Override
    public XAResource getXAResource() {
        return session.getXAResource();
    }

    // ---- consumers -------------------------------------------------------------------------------------------------

    private JMSConsumer consumer(Failures.Call<MessageConsumer> made) {
        return Failures.unchecked(() -> {
            JMSConsumer consumer = new ContextConsumer((ClientConsumer) Objects.requireNonNull(made.call()));
            if (autoStart) {
                connection.start();
            }
            return consumer;
        });
    }

    @Override
    public JMSConsumer createConsumer(Destination destination) {
        return consumer(() -> session.createConsumer(destination));
    }

    @Override
    public JMSConsumer createConsumer(Destination destination, @Nullable String selector) {
        return consumer(() -> session.createConsumer(destination, selector));
    }

    @Override
    public JMSConsumer createConsumer(Destination destination, @Nullable String selector, boolean noLocal) {
        return consumer(() -> session.createConsumer(destination, selector, noLocal));
    }

    @Override
    public JMSConsumer createDurableConsumer(Topic topic, String name) {
        return consumer(() -> session.createDurableConsumer(topic, name));
    }

    @Override
    public JMSConsumer createDurableConsumer(Topic topic, String name, @Nullable String selector, boolean noLocal) {
        return consumer(() -> session.createDurableConsumer(topic, name, selector, noLocal));
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(Topic topic, String name) {
        return consumer(() -> session.createSharedDurableConsumer(topic, name));
    }

    @Override
    public JMSConsumer createSharedDurableConsumer(Topic topic, String name, @Nullable String selector) {
        return consumer(() -> session.createSharedDurableConsumer(topic, name, selector));
    }

    @Override
    public JMSConsumer createSharedConsumer(Topic topic, String name) {
        return consumer(() -> session.createSharedConsumer(topic, name));
    }

    @Override
    public JMSConsumer createSharedConsumer(Topic topic, String name, @Nullable String selector) {
        return consumer(() -> session.createSharedConsumer(topic, name, selector));
    }

    @Override
    public Queue createQueue(String name) {
        return Failures.unchecked(() -> session.createQueue(name));
    }

    @Override
    public Topic createTopic(String name) {
        return Failures.unchecked(() -> session.createTopic(name));
    }

    @Override
    public QueueBrowser createBrowser(Queue queue) {
        return createBrowser(queue, null);
    }

    @Override
    public QueueBrowser createBrowser(Queue queue, @Nullable String selector) {
        return Failures.unchecked(() -> {
            QueueBrowser browser = session.createBrowser(queue, selector);
            if (autoStart) {
                connection.start();
            }
            return browser;
        });
    }

    @Override
    public TemporaryQueue createTemporaryQueue() {
        return Failures.unchecked(session::createTemporaryQueue);
    }

    @Override
    public TemporaryTopic createTemporaryTopic() {
        return Failures.unchecked(session::createTemporaryTopic);
    }

    @Override
    public void unsubscribe(String name) {
        Failures.uncheckedly(() -> session.unsubscribe(name));
    }

    @Override
    public String toString() {
        return "context of " + connection;
    }
}
