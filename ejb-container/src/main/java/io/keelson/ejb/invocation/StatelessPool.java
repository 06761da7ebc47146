package io.keelson.ejb.invocation;

import io.keelson.ejb.model.ApplicationExceptions;
import jakarta.ejb.ConcurrentAccessTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The instances of a stateless bean, and the step that lends one to each call. The instance that was given back last is lent first.
 * At the limit a call waits; when the wait is over it is refused. Thread-safe; its lock guards the free instances and all counts. The
 * instance that was given back last is kept apart and lent without the lock, unless a call waits or the pool is closed: both are noted
 * before {@code last} is looked at, and who puts an instance there looks at both afterwards.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.7.
 */
public final class StatelessPool implements Step {
    private final String bean;
    private final InstanceSource source;
    private final ApplicationExceptions exceptions;
    private final int most;
    private final long waitNanos;
    private final Step next;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition returned = lock.newCondition();
    private final ArrayDeque<BeanInstance> free = new ArrayDeque<>();
    private final AtomicReference<@Nullable BeanInstance> last = new AtomicReference<>();
    private int made;

    /** Written under the lock. */
    private volatile int waiting;

    private long waits;
    private long refusals;

    /** Written under the lock. */
    private volatile boolean closed;

    /**
     * Makes an empty pool.
     *
     * @param most the most instances at a time, at least 1
     * @param wait how long a call waits at most for an instance
     */
    public StatelessPool(
            String bean, InstanceSource source, ApplicationExceptions exceptions, int most, Duration wait, Step next) {
        this.bean = bean;
        this.source = source;
        this.exceptions = exceptions;
        this.most = most;
        this.waitNanos = wait.toNanos();
        this.next = next;
    }

    /**
     * The state of the pool.
     *
     * @param free instances that wait for a call
     * @param inUse instances that serve a call
     * @param waiting calls that wait for an instance now
     * @param waits calls that have waited
     * @param refusals calls that waited in vain
     */
    public record Counts(int free, int inUse, int waiting, long waits, long refusals) {}

    /** Returns the state of the pool. */
    public Counts counts() {
        lock.lock();
        try {
            int there = free.size() + (last.get() == null ? 0 : 1);
            return new Counts(there, made - there, waiting, waits, refusals);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes instances ahead of calls.
     *
     * @param count how many there are to be at least, bounded by the limit
     * @throws Throwable what making one threw
     */
    public void fill(int count) throws Throwable {
        while (reserve(Math.min(count, most))) {
            give(make(), false);
        }
    }

    private boolean reserve(int upTo) {
        lock.lock();
        try {
            if (closed || made >= upTo) {
                return false;
            }
            made++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        BeanInstance instance = take();
        call.instance(instance);
        boolean broken = true;
        try {
            Object result = next.run(call);
            broken = false;
            return result;
        } catch (Throwable thrown) {
            broken = exceptions.of(thrown, call.method().method()) == null;
            throw thrown;
        } finally {
            give(instance, broken);
        }
    }

    private BeanInstance take() throws Throwable {
        BeanInstance latest = last.getAndSet(null);
        if (latest != null) {
            return latest;
        }
        lock.lock();
        try {
            BeanInstance there = freed();
            if (there != null) {
                return there;
            }
            if (made >= most) {
                there = waited();
                if (there != null) {
                    return there;
                }
            } else {
                made++;
            }
        } finally {
            lock.unlock();
        }
        return make();
    }

    /** Returns a free instance; null: there is none. */
    private @Nullable BeanInstance freed() {
        BeanInstance latest = last.getAndSet(null);
        return latest == null ? free.pollLast() : latest;
    }

    /** Returns an instance that was given back; null where one may be made in place of one that is gone. */
    private @Nullable BeanInstance waited() throws Refusal {
        waits++;
        waiting = waiting + 1;
        try {
            long left = waitNanos;
            while (true) {
                // Before each wait: what was given back without the lock, by a call that did not see this one wait.
                BeanInstance there = freed();
                if (there != null) {
                    return there;
                }
                if (made < most) {
                    made++;
                    return null;
                }
                if (left <= 0) {
                    refusals++;
                    throw new Refusal(new ConcurrentAccessTimeoutException("all " + most + " instances of " + bean
                            + " are in use, and none became free in "
                            + Duration.ofNanos(waitNanos).toMillis()
                            + " ms; raise max-beans-in-free-pool or look for what holds them"));
                }
                left = returned.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refusal(new ConcurrentAccessTimeoutException(
                    "the thread was interrupted while it waited for an " + "instance of " + bean));
        } finally {
            waiting = waiting - 1;
        }
    }

    private BeanInstance make() throws Throwable {
        try {
            return source.create();
        } catch (Throwable e) {
            gone();
            throw e;
        }
    }

    private void gone() {
        lock.lock();
        try {
            made--;
            returned.signal();
        } finally {
            lock.unlock();
        }
    }

    private void give(BeanInstance instance, boolean broken) {
        if (broken) {
            gone();
            source.discard(instance);
            return;
        }
        BeanInstance before = last.getAndSet(instance);
        if (before != null) {
            free(before);
        }
        if (waiting > 0 || closed) {
            BeanInstance there = last.getAndSet(null);
            if (there != null) {
                free(there);
            }
        }
    }

    /** Puts an instance to the free ones; in a closed pool it ends. */
    private void free(BeanInstance instance) {
        lock.lock();
        try {
            if (!closed) {
                free.addLast(instance);
                if (waiting > 0) {
                    returned.signal();
                }
                return;
            }
            made--;
        } finally {
            lock.unlock();
        }
        source.destroy(instance);
    }

    /** Ends the free instances; those in use end with their calls. */
    public void close() {
        List<BeanInstance> ending;
        lock.lock();
        try {
            closed = true;
            ending = new ArrayList<>(free);
            BeanInstance latest = last.getAndSet(null);
            if (latest != null) {
                ending.add(latest);
            }
            made -= ending.size();
            free.clear();
        } finally {
            lock.unlock();
        }
        ending.forEach(source::destroy);
    }
}
