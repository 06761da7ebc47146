package io.keelson.jms.ra;

import io.keelson.base.thread.Threads;
import io.keelson.jms.client.PooledConnection;
import jakarta.jms.JMSException;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.LocalTransactionException;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionMetaData;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A connection in the pool of a container. Thread-safe.
 *
 * <p>Specification: Jakarta Connectors 2.1, 6.5.4 and 7.5 to 7.7.
 */
final class PhysicalConnection implements ManagedConnection {
    private final ManagedFactory factory;
    private final Login login;
    private final PooledConnection pooled;
    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private final List<Handle> handles = new CopyOnWriteArrayList<>();
    private final AtomicBoolean destroyed = new AtomicBoolean();
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile @Nullable PrintWriter writer;

    /** Opens the connection below. */
    interface Opening {
        /** Opens it. */
        PooledConnection open(Consumer<JMSException> ended) throws JMSException;
    }

    private PhysicalConnection(ManagedFactory factory, Login login, Opening opening) throws JMSException {
        this.factory = factory;
        this.login = login;
        this.pooled = opening.open(this::lost);
    }

    static PhysicalConnection open(ManagedFactory factory, Login login, Opening opening) throws JMSException {
        return new PhysicalConnection(factory, login, opening);
    }

    boolean serves(ManagedFactory of, Login as) {
        return factory.equals(of) && login.equals(as) && isUsable();
    }

    boolean isUsable() {
        return pooled.isUsable();
    }

    PooledConnection pooled() {
        return pooled;
    }

    /** Tells the container of the loss, on a thread of its own: a listener may close the connection. */
    private void lost(JMSException why) {
        if (!destroyed.get() && failed.compareAndSet(false, true)) {
            Threads.daemon("keelson.jms: loss of a connection", () -> {
                        ConnectionEvent event =
                                new ConnectionEvent(this, ConnectionEvent.CONNECTION_ERROR_OCCURRED, why);
                        listeners.forEach(each -> each.connectionErrorOccurred(event));
                    })
                    .start();
        }
    }

    // ---- handles ---------------------------------------------------------------------------------------------------

    @Override
    public Object getConnection(@Nullable Subject subject, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        if (destroyed.get()) {
            throw new jakarta.resource.spi.IllegalStateException("the connection is destroyed");
        }
        if (info instanceof Login asked && asked.user() != null && subject == null && !asked.equals(login)) {
            throw new NotSupportedException("a connection of " + login + " cannot become one of " + asked
                    + ": reauthentication is not supported");
        }
        Handle made = new Handle();
        attach(made);
        return made;
    }

    @Override
    public void associateConnection(Object connection) throws ResourceException {
        if (!(connection instanceof Borrowed borrowed)) {
            throw new jakarta.resource.spi.IllegalStateException(connection + " is no connection of this adapter");
        }
        borrowed.moveTo(this);
    }

    void attach(Handle handle) {
        handles.add(handle);
        handle.attached(this);
    }

    void detach(Handle handle) {
        handles.remove(handle);
    }

    /** Tells the container that an application has closed its handle. */
    void closed(Handle handle) {
        detach(handle);
        ConnectionEvent event = new ConnectionEvent(this, ConnectionEvent.CONNECTION_CLOSED);
        event.setConnectionHandle(handle);
        listeners.forEach(each -> each.connectionClosed(event));
    }

    @Override
    public void cleanup() {
        handles.forEach(Handle::detached);
        handles.clear();
        pooled.takeBack();
    }

    @Override
    public void destroy() {
        if (destroyed.compareAndSet(false, true)) {
            pooled.close();
            handles.forEach(Handle::detached);
            handles.clear();
        }
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        listeners.remove(listener);
    }

    // ---- transactions ----------------------------------------------------------------------------------------------

    @Override
    public XAResource getXAResource() {
        return pooled.xaResource();
    }

    @Override
    public LocalTransaction getLocalTransaction() {
        return new LocalTransaction() {
            @Override
            public void begin() throws ResourceException {
                in("begin", pooled::begin);
            }

            @Override
            public void commit() throws ResourceException {
                in("commit", pooled::commit);
            }

            @Override
            public void rollback() throws ResourceException {
                in("roll back", pooled::rollback);
            }
        };
    }

    private interface Step {
        void run() throws JMSException;
    }

    private static void in(String what, Step step) throws ResourceException {
        try {
            step.run();
        } catch (JMSException e) {
            throw new LocalTransactionException("the local transaction could not " + what + ": " + e.getMessage(), e);
        }
    }

    // ---- what it is ------------------------------------------------------------------------------------------------

    @Override
    public ManagedConnectionMetaData getMetaData() {
        String user = login.toString();
        return new ManagedConnectionMetaData() {
            @Override
            public String getEISProductName() {
                return "Keelson";
            }

            @Override
            public String getEISProductVersion() {
                String version = PhysicalConnection.class.getPackage().getImplementationVersion();
                return version == null ? "unknown" : version;
            }

            @Override
            public int getMaxConnections() {
                return 0;
            }

            @Override
            public String getUserName() {
                return user;
            }
        };
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter to) {
        writer = to;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return writer;
    }

    @Override
    public String toString() {
        return "connection of " + login + " to " + factory;
    }
}
