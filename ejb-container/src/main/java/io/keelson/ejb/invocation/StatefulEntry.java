package io.keelson.ejb.invocation;

import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.Patience;
import jakarta.ejb.ConcurrentAccessException;
import jakarta.ejb.ConcurrentAccessTimeoutException;
import jakarta.ejb.IllegalLoopbackException;
import jakarta.transaction.Transaction;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One stateful bean. It serves one call at a time, and while a transaction has used it only calls of that transaction. Thread-safe; its
 * lock guards everything but {@code own}, which belongs to the thread that serves a call.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3.13 and 4.6.
 */
final class StatefulEntry {
    private final Object key;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private @Nullable Thread serving;
    /** The container itself has the bean, to write it to disk; calls wait for it whatever their patience. */
    private boolean passivating;

    /** Has something that cannot be written. */
    private volatile boolean resident;

    /** Null while the bean is on disk; set by the thread that serves it. */
    private volatile @Nullable BeanInstance instance;

    private @Nullable Transaction client;
    private boolean removed;
    private boolean discarded;
    private boolean left;
    private long lastUsed;

    /** The transaction that the bean itself has begun and not ended; of the thread that serves a call. */
    private volatile @Nullable Transaction own;

    StatefulEntry(Object key, BeanInstance instance, long now) {
        this.key = key;
        this.instance = instance;
        this.lastUsed = now;
    }

    Object key() {
        return key;
    }

    /** Returns the instance; null while the bean is on disk. */
    @Nullable
    BeanInstance instance() {
        return instance;
    }

    /** Sets the instance, which has been read from disk for a call; null: it is on disk from now on. */
    void instance(@Nullable BeanInstance now) {
        instance = now;
    }

    /**
     * Takes the bean for its way to disk, if it is in memory and nothing uses it.
     *
     * @param usedBefore only if it has not been used since that moment; null: whenever it was
     */
    boolean claim(@Nullable Long usedBefore) {
        lock.lock();
        try {
            if (removed
                    || serving != null
                    || client != null
                    || own != null
                    || instance == null
                    || usedBefore != null && lastUsed - usedBefore > 0) {
                return false;
            }
            serving = Thread.currentThread();
            passivating = true;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Says that the bean stays in memory for good. */
    void stay() {
        resident = true;
    }

    /** Returns true if the bean stays in memory for good. */
    boolean resident() {
        return resident;
    }

    /** Gives the bean back that {@link #claim} took. */
    void unclaim() {
        lock.lock();
        try {
            serving = null;
            passivating = false;
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the bean is not on its way to disk. The caller has the lock. */
    private void settle() {
        while (passivating && serving != Thread.currentThread()) {
            released.awaitUninterruptibly();
        }
    }

    @Nullable
    Transaction own() {
        return own;
    }

    void own(@Nullable Transaction suspended) {
        own = suspended;
    }

    /**
     * Waits for the bean and takes it for a call.
     *
     * @param transaction the transaction of the call; null: none
     * @return false if the bean has been removed
     */
    boolean acquire(BeanMethod method, @Nullable Transaction transaction) throws Refusal {
        lock.lock();
        try {
            if (serving == Thread.currentThread()) {
                throw new Refusal(new IllegalLoopbackException(
                        method + " calls the stateful bean that it is a method of, by way of others"));
            }
            await(method, transaction);
            if (removed) {
                return false;
            }
            serving = Thread.currentThread();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean taken(@Nullable Transaction transaction) {
        return !removed && (serving != null || (client != null && !client.equals(transaction)));
    }

    private void await(BeanMethod method, @Nullable Transaction transaction) throws Refusal {
        Patience patience = method.patience();
        long left = patience.time().toNanos();
        try {
            while (taken(transaction)) {
                if (passivating) {
                    released.await();
                } else if (patience.unlimited()) {
                    released.await();
                } else if (left <= 0) {
                    throw new Refusal(
                            patience.time().isZero()
                                    ? new ConcurrentAccessException(
                                            method + ": the stateful bean is in use, and its access time-out is 0")
                                    : new ConcurrentAccessTimeoutException(
                                            method + ": the stateful bean did not become free in "
                                                    + patience.time().toMillis() + " ms"));
                } else {
                    left = released.awaitNanos(left);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(
                    new ConcurrentAccessException("the thread was interrupted while it waited for " + method));
        }
    }

    /** Gives the bean back after a call. */
    void release(long now) {
        lock.lock();
        try {
            serving = null;
            lastUsed = now;
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Binds the bean to a transaction and returns true if it was bound to none. */
    boolean bind(Transaction transaction) {
        lock.lock();
        try {
            boolean first = client == null;
            client = transaction;
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** Frees the bean from its transaction, which has ended. */
    void unbind() {
        lock.lock();
        try {
            client = null;
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns true if a transaction has used the bean and not ended. */
    boolean bound() {
        lock.lock();
        try {
            return client != null;
        } finally {
            lock.unlock();
        }
    }

    /** Marks the bean as removed, and returns true if it was not before. Calls that wait are refused. */
    boolean remove() {
        lock.lock();
        try {
            settle();
            boolean first = !removed;
            removed = true;
            released.signalAll();
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** Returns true while the bean takes part in a transaction, that of a client or one that it has begun. */
    boolean inTransaction() {
        lock.lock();
        try {
            return client != null || own != null;
        } finally {
            lock.unlock();
        }
    }

    /** Marks the bean as removed unless it takes part in a transaction, and returns true if it did. */
    boolean removeOutsideTransaction() {
        lock.lock();
        try {
            settle();
            return client == null && own == null && remove();
        } finally {
            lock.unlock();
        }
    }

    /** Marks the bean as removed after a system exception of one of its callbacks, which ends it (9.3.4). */
    void discard() {
        lock.lock();
        try {
            discarded = true;
            remove();
        } finally {
            lock.unlock();
        }
    }

    /** Returns true if a system exception of a callback has ended the bean: nothing more is called. */
    boolean discarded() {
        lock.lock();
        try {
            return discarded;
        } finally {
            lock.unlock();
        }
    }

    /** Returns true while a call or a transaction uses the bean. */
    boolean busy() {
        lock.lock();
        try {
            return serving != null || client != null;
        } finally {
            lock.unlock();
        }
    }

    /** Marks the bean as gone to another server if nothing uses it, and returns true if so. */
    boolean retire() {
        lock.lock();
        try {
            if (serving != null || client != null) {
                return false;
            }
            left = true;
            removed = true;
            released.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Marks the bean as gone to another server. */
    void leave() {
        lock.lock();
        try {
            settle();
            left = true;
            removed = true;
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns true if another server has the bean. */
    boolean left() {
        lock.lock();
        try {
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** Returns true if the bean has been removed. */
    boolean removed() {
        lock.lock();
        try {
            return removed;
        } finally {
            lock.unlock();
        }
    }

    /** Marks the bean as removed if it has been idle since that moment, and returns true if so. */
    boolean expire(long idleSince) {
        lock.lock();
        try {
            if (removed || serving != null || client != null || lastUsed - idleSince > 0) {
                return false;
            }
            removed = true;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
