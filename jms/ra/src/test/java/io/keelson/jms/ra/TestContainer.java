package io.keelson.jms.ra;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.XATerminator;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.ExecutionContext;
import jakarta.resource.spi.work.Work;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkListener;
import jakarta.resource.spi.work.WorkManager;
import jakarta.resource.spi.work.WorkRejectedException;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** Container of resource adapters as far as the tests need one: a pool with one transaction at a time, work, and endpoints. */
final class TestContainer implements BootstrapContext, WorkManager {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final AtomicInteger rejections = new AtomicInteger();
    final List<Work> running = new CopyOnWriteArrayList<>();

    /** Returns the id of a branch that no other has. */
    static Xid xid() {
        byte[] global = ByteBuffer.allocate(16)
                .putLong(System.nanoTime())
                .putInt(NUMBERS.incrementAndGet())
                .array();
        return new Id(4711, global, new byte[] {1});
    }

    private record Id(int format, byte[] global, byte[] qualifier) implements Xid {
        @Override
        public int getFormatId() {
            return format;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return global;
        }

        @Override
        public byte[] getBranchQualifier() {
            return qualifier;
        }
    }

    // ---- work ------------------------------------------------------------------------------------------------------

    @Override
    public WorkManager getWorkManager() {
        return this;
    }

    @Override
    public void scheduleWork(Work work) throws WorkRejectedException {
        if (rejections.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new WorkRejectedException("no thread is free");
        }
        running.add(work);
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } finally {
                running.remove(work);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void scheduleWork(Work work, long timeout, ExecutionContext context, WorkListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void doWork(Work work) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void doWork(Work work, long timeout, ExecutionContext context, WorkListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long startWork(Work work) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long startWork(Work work, long timeout, ExecutionContext context, WorkListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable XATerminator getXATerminator() {
        return null;
    }

    @Override
    public Timer createTimer() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isContextSupported(Class<? extends WorkContext> type) {
        return true;
    }

    @Override
    public @Nullable TransactionSynchronizationRegistry getTransactionSynchronizationRegistry() {
        return null;
    }

    // ---- endpoints -------------------------------------------------------------------------------------------------

    /** A message-driven bean. */
    static final class Bean implements MessageEndpointFactory {
        private final boolean transacted;
        private final MessageListener listener;

        Bean(boolean transacted, MessageListener listener) {
            this.transacted = transacted;
            this.listener = listener;
        }

        @Override
        public MessageEndpoint createEndpoint(@Nullable XAResource resource) {
            return new Endpoint(this, resource);
        }

        @Override
        public MessageEndpoint createEndpoint(@Nullable XAResource resource, long timeout) {
            return createEndpoint(resource);
        }

        @Override
        public boolean isDeliveryTransacted(Method method) {
            return transacted;
        }

        @Override
        public String getActivationName() {
            return "test";
        }

        @Override
        public Class<?> getEndpointClass() {
            return Bean.class;
        }
    }

    private static final class Endpoint implements MessageEndpoint, MessageListener {
        private final Bean bean;
        private final @Nullable XAResource resource;
        private @Nullable Xid xid;
        private boolean failed;

        Endpoint(Bean bean, @Nullable XAResource resource) {
            this.bean = bean;
            this.resource = resource;
        }

        @Override
        public void beforeDelivery(Method method) throws ResourceException {
            failed = false;
            try {
                if (resource != null) {
                    xid = xid();
                    resource.start(xid, XAResource.TMNOFLAGS);
                }
            } catch (XAException e) {
                throw new ResourceException(e);
            }
        }

        @Override
        public void onMessage(Message message) {
            try {
                bean.listener.onMessage(message);
            } catch (RuntimeException e) {
                failed = true;
                throw e;
            }
        }

        @Override
        public void afterDelivery() throws ResourceException {
            if (resource == null) {
                return;
            }
            try {
                resource.end(xid, failed ? XAResource.TMFAIL : XAResource.TMSUCCESS);
                if (failed) {
                    resource.rollback(xid);
                } else {
                    resource.commit(xid, true);
                }
            } catch (XAException e) {
                throw new ResourceException(e);
            }
        }

        @Override
        public void release() {}
    }

    // ---- connections -----------------------------------------------------------------------------------------------

    /** A pool. Within a transaction all connections are one. */
    static final class Pool implements ConnectionManager, ConnectionEventListener, Serializable {
        private static final long serialVersionUID = 1L;

        final transient Set<ManagedConnection> free = new LinkedHashSet<>();
        final transient Set<ManagedConnection> all = new HashSet<>();
        final transient AtomicInteger failures = new AtomicInteger();
        private transient @Nullable Xid xid;
        private transient @Nullable ManagedConnection enlisted;
        transient @Nullable Object handle;

        @Override
        public synchronized Object allocateConnection(
                ManagedConnectionFactory factory, @Nullable ConnectionRequestInfo info) throws ResourceException {
            ManagedConnection found =
                    xid != null && enlisted != null ? enlisted : factory.matchManagedConnections(free, null, info);
            if (found == null) {
                found = factory.createManagedConnection(null, info);
                found.addConnectionEventListener(this);
                all.add(found);
            }
            free.remove(found);
            if (xid != null && enlisted == null) {
                enlisted = found;
                try {
                    found.getXAResource().start(xid, XAResource.TMNOFLAGS);
                } catch (XAException e) {
                    throw new ResourceException(e);
                }
            }
            handle = found.getConnection(null, info);
            return handle;
        }

        void begin() {
            xid = xid();
        }

        Xid prepare() throws Exception {
            Xid id = xid;
            ManagedConnection in = enlisted;
            in.getXAResource().end(id, XAResource.TMSUCCESS);
            in.getXAResource().prepare(id);
            return id;
        }

        void commit() throws Exception {
            Xid id = prepare();
            enlisted.getXAResource().commit(id, false);
            over();
        }

        void rollback() throws Exception {
            enlisted.getXAResource().end(xid, XAResource.TMFAIL);
            enlisted.getXAResource().rollback(xid);
            over();
        }

        private void over() throws ResourceException {
            ManagedConnection was = enlisted;
            enlisted = null;
            xid = null;
            was.cleanup();
            free.add(was);
        }

        @Override
        public synchronized void connectionClosed(ConnectionEvent event) {
            ManagedConnection of = (ManagedConnection) event.getSource();
            if (of != enlisted) {
                try {
                    of.cleanup();
                } catch (ResourceException e) {
                    throw new IllegalStateException(e);
                }
                free.add(of);
            }
        }

        @Override
        public synchronized void connectionErrorOccurred(ConnectionEvent event) {
            failures.incrementAndGet();
            free.remove((ManagedConnection) event.getSource());
            all.remove((ManagedConnection) event.getSource());
        }

        /** Forgets the transaction and its connection. */
        void forget() {
            enlisted = null;
            xid = null;
            all.clear();
            free.clear();
        }

        void close() throws ResourceException {
            for (ManagedConnection each : all) {
                each.destroy();
            }
        }

        @Override
        public void localTransactionStarted(ConnectionEvent event) {}

        @Override
        public void localTransactionCommitted(ConnectionEvent event) {}

        @Override
        public void localTransactionRolledback(ConnectionEvent event) {}
    }
}
