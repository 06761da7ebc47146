package io.keelson.ee.connectors.work;

import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.XATerminator;
import jakarta.resource.spi.work.WorkContext;
import jakarta.resource.spi.work.WorkManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The server as an adapter sees it. Thread-safe; the lock guards the timers, which end with the adapter.
 *
 * <p>Specification: Connectors 2.1, 5.3.1.
 */
public final class AdapterContext implements BootstrapContext, AutoCloseable {
    private final AdapterWork work;
    private final TransactionSynchronizationRegistry registry;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Timer> timers = new ArrayList<>();
    private boolean closed;

    /** Makes the context of one adapter. */
    public AdapterContext(AdapterWork work, TransactionSynchronizationRegistry registry) {
        this.work = work;
        this.registry = registry;
    }

    @Override
    public WorkManager getWorkManager() {
        return work;
    }

    @Override
    public XATerminator getXATerminator() {
        return new Terminator(work.inflow().imported());
    }

    @Override
    public Timer createTimer() throws UnavailableException {
        lock.lock();
        try {
            if (closed) {
                throw new UnavailableException("the resource adapter " + work.adapter() + " has been stopped");
            }
            Timer timer = new Timer("keelson.connector: timer of " + work.adapter(), true);
            timers.add(timer);
            return timer;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isContextSupported(Class<? extends WorkContext> type) {
        return WorkContexts.isKnown(type);
    }

    @Override
    public TransactionSynchronizationRegistry getTransactionSynchronizationRegistry() {
        return registry;
    }

    /** Ends timers and work; waits for work that runs, for a bounded time. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            timers.forEach(Timer::cancel);
            timers.clear();
        } finally {
            lock.unlock();
        }
        work.close();
    }
}
