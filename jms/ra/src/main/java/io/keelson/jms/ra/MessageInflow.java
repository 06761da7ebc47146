package io.keelson.jms.ra;

import io.keelson.base.thread.Threads;
import io.keelson.jms.client.EndpointConnection;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.HintsContext;
import jakarta.resource.spi.work.WorkException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Receives messages for one message-driven bean. A thread of its own, the keeper, holds the connection and has the container run as many
 * {@link InflowSession}s as are wanted: one that waits for the next message, up to maxSession in all. What fails is tried again, after
 * pauses that grow to 5 s. Thread-safe; {@code lock} guards the state.
 *
 * <p>Specification: Jakarta Connectors 2.1, 13.4.
 */
final class MessageInflow {
    private static final long FIRST_PAUSE = 200;
    private static final long LONGEST_PAUSE = 5_000;
    private static final long HANDLING_SECONDS = 30;
    private static final long WAITING_SECONDS = 3;
    private static final long FIRST_CONNECTION_MILLIS = 5_000;

    private final MessageActivation activation;
    private final MessageEndpointFactory endpoints;
    private final BootstrapContext container;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<InflowSession> sessions = new HashSet<>();
    private @Nullable MessageSource source;
    private @Nullable EndpointConnection connection;
    private boolean stopped;
    private boolean tried;
    private boolean away;
    private boolean refused;
    private int wanted = 1;
    private int handling;
    private long pause;

    MessageInflow(MessageActivation activation, MessageEndpointFactory endpoints, BootstrapContext container) {
        this.activation = activation;
        this.endpoints = endpoints;
        this.container = container;
    }

    /** Begins to receive. Names are looked up here once, in the naming context of the bean. */
    void start() {
        try {
            source = MessageSource.of(activation);
        } catch (ResourceException e) {
            AdapterLog.LOG.debugf(e, "%s is looked up again", activation);
        }
        Thread keeper = Threads.daemon("keelson.jms: " + activation, this::keep);
        keeper.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        keeper.start();
        awaitFirst();
    }

    /** Waits until the bean is connected or that has failed, so that a subscription is there when it is deployed. */
    private void awaitFirst() {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(FIRST_CONNECTION_MILLIS);
            while (!tried && !stopped && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Receives nothing more; waits for what is being handled. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
            awaitSessions(WAITING_SECONDS);
            if (sessions.stream().anyMatch(InflowSession::isHandling)) {
                awaitSessions(HANDLING_SECONDS);
            }
            if (sessions.stream().anyMatch(InflowSession::isHandling)) {
                AdapterLog.LOG.stillHandling(activation.toString(), HANDLING_SECONDS);
            }
        } finally {
            lock.unlock();
        }
        disconnect();
        lock.lock();
        try {
            awaitSessions(WAITING_SECONDS);
        } finally {
            lock.unlock();
        }
    }

    private void awaitSessions(long seconds) {
        try {
            long left = TimeUnit.SECONDS.toNanos(seconds);
            while (!sessions.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void disconnect() {
        EndpointConnection open;
        lock.lock();
        try {
            open = connection;
            connection = null;
        } finally {
            lock.unlock();
        }
        if (open != null) {
            open.close();
        }
    }

    // ---- the keeper ------------------------------------------------------------------------------------------------

    private void keep() {
        while (!isStopped()) {
            try {
                pauseAfterFailure();
                if (usable() == null) {
                    connect();
                }
                fill();
                await();
            } catch (JMSException | ResourceException | RuntimeException e) {
                failed(e);
            }
        }
        disconnectIfIdle();
    }

    private void disconnectIfIdle() {
        lock.lock();
        try {
            if (!sessions.isEmpty()) {
                return; // whoever stops waits for them, and disconnects
            }
        } finally {
            lock.unlock();
        }
        disconnect();
    }

    private void connect() throws JMSException, ResourceException {
        disconnect();
        MessageSource from = source;
        if (from == null) {
            from = MessageSource.of(activation);
        }
        EndpointConnection made = from.connect(this::signal);
        boolean late;
        lock.lock();
        try {
            source = from;
            late = stopped;
            connection = late ? null : made;
        } finally {
            lock.unlock();
        }
        if (late) {
            made.close();
        }
    }

    /** Has the container run the sessions that are wanted. */
    private void fill() throws ResourceException {
        EndpointConnection over = usable();
        MessageSource from = source;
        while (over != null && from != null) {
            InflowSession next = new InflowSession(this, from, over, endpoints, longRunning());
            lock.lock();
            try {
                if (stopped || sessions.size() >= wanted) {
                    return;
                }
                sessions.add(next);
            } finally {
                lock.unlock();
            }
            if (!submitted(next)) {
                return;
            }
        }
    }

    private boolean submitted(InflowSession next) throws ResourceException {
        boolean taken = false;
        try {
            container.getWorkManager().scheduleWork(next);
            taken = true;
            refused = false;
            return true;
        } catch (WorkException e) {
            if (!refused) {
                refused = true;
                AdapterLog.LOG.noThread(activation.toString(), String.valueOf(e.getMessage()));
            }
            lock.lock();
            try {
                wanted = Math.max(1, sessions.size() - 1);
                pause = Math.max(pause, FIRST_PAUSE);
                changed.signalAll();
                return false;
            } finally {
                lock.unlock();
            }
        } finally {
            if (!taken) {
                ended(next);
            }
        }
    }

    private boolean longRunning() {
        return container.isContextSupported(HintsContext.class);
    }

    private void await() {
        lock.lock();
        try {
            while (!stopped && sessions.size() >= wanted && connection != null && connection.isUsable()) {
                changed.await(1, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
        } finally {
            lock.unlock();
        }
    }

    private void pauseAfterFailure() {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(pause);
            while (!stopped && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopped = true;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable EndpointConnection usable() {
        lock.lock();
        try {
            EndpointConnection open = connection;
            return open != null && open.isUsable() ? open : null;
        } finally {
            lock.unlock();
        }
    }

    // ---- what sessions tell
    // ------------------------------------------------------------------------------------------

    private void signal() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    MessageActivation activation() {
        return activation;
    }

    /** A session has its consumer. */
    void receiving() {
        boolean said;
        lock.lock();
        try {
            said = tried && !away;
            tried = true;
            away = false;
            pause = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!said) {
            AdapterLog.LOG.receiving(activation.toString());
        }
    }

    /** Something has failed: it is said once, and tried again after a pause. */
    void failed(Throwable why) {
        boolean said;
        lock.lock();
        try {
            if (stopped) {
                return;
            }
            said = away;
            away = true;
            tried = true;
            wanted = 1;
            if (pause == 0) {
                pause = FIRST_PAUSE;
            } else if (sessions.size() <= 1) { // the loss of a connection fails all its sessions
                pause = Math.min(LONGEST_PAUSE, 2 * pause);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!said) {
            AdapterLog.LOG.cannotReceive(activation.toString(), String.valueOf(why.getMessage()));
        }
        AdapterLog.LOG.debugf(why, "%s cannot receive", activation);
    }

    /** A session has got a message. Where none is left that waits for the next one, another is wanted. */
    void taken(MessageSource from) {
        lock.lock();
        try {
            handling++;
            if (handling >= sessions.size() && wanted <= sessions.size() && wanted < from.sessions()) {
                wanted = sessions.size() + 1;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A session is done with its message. */
    void done() {
        lock.lock();
        try {
            handling--;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a session that is idle; false where it is the last one that waits. */
    boolean leave(InflowSession idle) {
        lock.lock();
        try {
            if (sessions.size() - handling <= 1 || !sessions.remove(idle)) {
                return false;
            }
            wanted = Math.max(1, sessions.size());
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** A session has ended. */
    void ended(InflowSession session) {
        lock.lock();
        try {
            sessions.remove(session);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits, unless it is stopped. */
    void pause(long millis) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (!stopped && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
