package io.keelson.ejb.invocation;

import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.Patience;
import jakarta.ejb.ConcurrentAccessException;
import jakarta.ejb.ConcurrentAccessTimeoutException;
import jakarta.ejb.IllegalLoopbackException;
import jakarta.ejb.NoSuchEJBException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * The one instance of a singleton and its lock. The instance is made at the first call, or before by {@link #open}. A call that the
 * instance's own {@code @PostConstruct} makes fails. The next step runs the transaction, so that what a call has written is committed
 * before the next one gets the lock. Thread-safe; {@code making} guards the instance.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.8.
 */
public final class SingletonStep implements Step {
    private final String bean;
    private final InstanceSource source;
    private final boolean locks;
    private final Step next;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
    private final ReentrantLock making = new ReentrantLock();
    private volatile @Nullable BeanInstance instance;
    private @Nullable Throwable failure;
    private boolean closed;

    /**
     * Makes the step.
     *
     * @param locks false if the bean synchronises itself
     */
    public SingletonStep(String bean, InstanceSource source, boolean locks, Step next) {
        this.bean = bean;
        this.source = source;
        this.locks = locks;
        this.next = next;
    }

    /**
     * Makes the instance, if it is not there.
     *
     * @throws Throwable what making it threw; calls are refused from then on
     */
    public void open() throws Throwable {
        making.lock();
        try {
            if (instance == null && failure == null && !closed) {
                create();
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            making.unlock();
        }
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        BeanInstance there = instance;
        if (there == null) {
            there = first();
        }
        call.instance(there);
        if (!locks) {
            return next.run(call);
        }
        BeanMethod method = call.method();
        Lock wanted = method.writes() ? lock.writeLock() : lock.readLock();
        if (method.writes() && lock.getReadHoldCount() > 0 && !lock.isWriteLockedByCurrentThread()) {
            throw new Refusal(new IllegalLoopbackException("a call that holds the read lock of " + bean + " calls "
                    + method + ", which needs the write lock"));
        }
        acquire(wanted, method);
        try {
            return next.run(call);
        } finally {
            wanted.unlock();
        }
    }

    private void acquire(Lock wanted, BeanMethod method) throws Refusal {
        Patience patience = method.patience();
        if (patience.unlimited()) {
            wanted.lock();
            return;
        }
        try {
            if (patience.time().isZero()
                    ? wanted.tryLock()
                    : wanted.tryLock(patience.time().toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(new ConcurrentAccessException(
                    "the thread was interrupted while it waited for the lock of " + bean));
        }
        throw new Refusal(
                patience.time().isZero()
                        ? new ConcurrentAccessException(method + " is in use, and its access time-out is 0")
                        : new ConcurrentAccessTimeoutException("the lock of " + bean + " for " + method
                                + " did not become free in " + patience.time().toMillis() + " ms"));
    }

    private BeanInstance first() throws Refusal {
        if (making.isHeldByCurrentThread()) {
            throw new Refusal(new IllegalLoopbackException(bean + " is called by its own initialisation"));
        }
        making.lock();
        try {
            BeanInstance there = instance;
            if (there != null) {
                return there;
            }
            if (closed) {
                throw new Refusal(new NoSuchEJBException(bean + " has been undeployed"));
            }
            if (failure == null) {
                try {
                    return create();
                } catch (Throwable e) {
                    failure = e;
                }
            }
            NoSuchEJBException refused =
                    new NoSuchEJBException("the singleton " + bean + " could not be initialised: " + failure);
            refused.initCause(failure);
            throw new Refusal(refused);
        } finally {
            making.unlock();
        }
    }

    private BeanInstance create() throws Throwable {
        try {
            BeanInstance made = source.create();
            instance = made;
            return made;
        } catch (Throwable e) {
            failure = e;
            throw e;
        }
    }

    /** Returns true if the instance is there. */
    public boolean made() {
        return instance != null;
    }

    /** Ends the instance. */
    public void close() {
        making.lock();
        BeanInstance ending;
        try {
            closed = true;
            ending = instance;
            instance = null;
        } finally {
            making.unlock();
        }
        if (ending != null) {
            source.destroy(ending);
        }
    }
}
