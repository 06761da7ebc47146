package io.keelson.jms.client;

import io.keelson.jms.wire.Link;
import io.keelson.kernel.spi.resource.EndpointConnections;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.Session;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XAJMSContext;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes connections to one JMS server. Thread-safe. */
public final class ClientConnectionFactory
        implements ConnectionFactory,
                QueueConnectionFactory,
                TopicConnectionFactory,
                XAConnectionFactory,
                EndpointConnections,
                Serializable {
    private static final long serialVersionUID = 1L;

    private final transient Link.Connector connector;
    private final transient Supplier<FactorySettings> settings;
    private final transient @Nullable GlobalTransactions transactions;

    /**
     * Makes a factory.
     *
     * @param settings asked for each connection
     * @param transactions of the container, whose rules for sessions then hold (Jakarta Messaging 3.1, 6.2.14 and 12); null: there is none
     */
    public ClientConnectionFactory(
            Link.Connector connector, Supplier<FactorySettings> settings, @Nullable GlobalTransactions transactions) {
        this.connector = connector;
        this.settings = settings;
        this.transactions = transactions;
    }

    @Override
    public Object forEndpoint(String clientId) {
        return new ClientConnectionFactory(connector, () -> settings.get().withClientId(clientId), transactions);
    }

    private ClientConnection connect(@Nullable String user, @Nullable String password) throws JMSException {
        return ClientConnection.open(
                connector, settings.get(), transactions, user, password, ClientConnection.Domain.ANY);
    }

    @Override
    public Connection createConnection() throws JMSException {
        return connect(null, null);
    }

    @Override
    public Connection createConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return connect(user, password);
    }

    @Override
    public QueueConnection createQueueConnection() throws JMSException {
        return createQueueConnection(null, null);
    }

    @Override
    public QueueConnection createQueueConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return ClientConnection.open(
                connector, settings.get(), transactions, user, password, ClientConnection.Domain.QUEUE);
    }

    @Override
    public TopicConnection createTopicConnection() throws JMSException {
        return createTopicConnection(null, null);
    }

    @Override
    public TopicConnection createTopicConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return ClientConnection.open(
                connector, settings.get(), transactions, user, password, ClientConnection.Domain.TOPIC);
    }

    @Override
    public JMSContext createContext() {
        return createContext(null, null, Session.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String user, @Nullable String password) {
        return createContext(user, password, Session.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String user, @Nullable String password, int mode) {
        return Failures.unchecked(() -> ClientContext.open(connect(user, password), mode));
    }

    @Override
    public JMSContext createContext(int mode) {
        return createContext(null, null, mode);
    }

    @Override
    public XAConnection createXAConnection() throws JMSException {
        return connect(null, null);
    }

    @Override
    public XAConnection createXAConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return connect(user, password);
    }

    @Override
    public XAJMSContext createXAContext() {
        return createXAContext(null, null);
    }

    @Override
    public XAJMSContext createXAContext(@Nullable String user, @Nullable String password) {
        return Failures.unchecked(() -> ClientContext.openXa(connect(user, password)));
    }

    /** Returns what travels to a client: what it needs to make connections of its own. */
    private Object writeReplace() {
        return new RemoteFactory(settings.get());
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("a connection factory travels as its settings");
    }

    @Override
    public String toString() {
        return "connection factory " + settings.get().name();
    }
}
