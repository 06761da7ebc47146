package io.keelson.jms.ra;

import io.keelson.jms.client.PooledConnection;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.SecurityException;
import org.jspecify.annotations.Nullable;

/**
 * The connection factory that applications look up. Its connections come from the container's pool. Thread-safe.
 *
 * <p>Specification: Jakarta Connectors 2.1, 6.5.1; Jakarta Messaging 3.1, 5.2 and 6.1.
 */
final class PooledFactory extends Referred
        implements ConnectionFactory, QueueConnectionFactory, TopicConnectionFactory {
    private static final long serialVersionUID = 1L;

    private final ManagedFactory factory;
    private final ConnectionManager manager;

    PooledFactory(ManagedFactory factory, ConnectionManager manager) {
        this.factory = factory;
        this.manager = manager;
    }

    /** Returns the properties of its connections. */
    ManagedFactory factory() {
        return factory;
    }

    private Borrowed borrowed(@Nullable String user, @Nullable String password) throws JMSException {
        try {
            return (Borrowed) manager.allocateConnection(factory, user == null ? null : new Login(user, password));
        } catch (ResourceException e) {
            throw failure(e);
        }
    }

    private static JMSException failure(ResourceException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof SecurityException || each instanceof JMSSecurityException) {
                return because(new JMSSecurityException(each.getMessage(), "SECURITY"), e);
            }
            if (each.getCause() instanceof JMSException known) {
                return because(new ResourceAllocationException(each.getMessage(), known.getErrorCode()), e);
            }
        }
        return because(
                new ResourceAllocationException(
                        "the container gives no connection: " + e.getMessage(), e.getErrorCode()),
                e);
    }

    private static JMSException because(JMSException exception, ResourceException cause) {
        Throwable unused = exception.initCause(cause);
        exception.setLinkedException(cause);
        return exception;
    }

    private Connection connect(@Nullable String user, @Nullable String password, Borrowed.Kind kind)
            throws JMSException {
        Borrowed own = borrowed(user, password);
        boolean done = false;
        try {
            Connection made = own.open(kind, own);
            done = true;
            return made;
        } finally {
            if (!done) {
                own.giveBack();
            }
        }
    }

    private JMSContext context(@Nullable String user, @Nullable String password, int mode) {
        try {
            Borrowed own = borrowed(user, password);
            boolean done = false;
            try {
                JMSContext made = own.openContext(mode, own);
                done = true;
                return made;
            } finally {
                if (!done) {
                    own.giveBack();
                }
            }
        } catch (JMSException e) {
            throw PooledConnection.unchecked(e);
        }
    }

    @Override
    public Connection createConnection() throws JMSException {
        return connect(null, null, Borrowed.Kind.ANY);
    }

    @Override
    public Connection createConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return connect(user, password, Borrowed.Kind.ANY);
    }

    @Override
    public QueueConnection createQueueConnection() throws JMSException {
        return createQueueConnection(null, null);
    }

    @Override
    public QueueConnection createQueueConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return (QueueConnection) connect(user, password, Borrowed.Kind.QUEUE);
    }

    @Override
    public TopicConnection createTopicConnection() throws JMSException {
        return createTopicConnection(null, null);
    }

    @Override
    public TopicConnection createTopicConnection(@Nullable String user, @Nullable String password) throws JMSException {
        return (TopicConnection) connect(user, password, Borrowed.Kind.TOPIC);
    }

    @Override
    public JMSContext createContext() {
        return context(null, null, Session.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String user, @Nullable String password) {
        return context(user, password, Session.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String user, @Nullable String password, int mode) {
        return context(user, password, mode);
    }

    @Override
    public JMSContext createContext(int mode) {
        return context(null, null, mode);
    }

    @Override
    public String toString() {
        return "connection factory of " + factory;
    }
}
