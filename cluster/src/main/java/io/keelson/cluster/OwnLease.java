package io.keelson.cluster;

import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseGuard;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lease that a server without a cluster has granted to itself. Thread-safe: the lock guards everything but {@code mine}. */
final class OwnLease implements Lease {
    private final String name;
    private final String owner;
    private final long epoch;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Consumer<LeaseLoss>> listeners = new ArrayList<>();
    private volatile boolean mine = true;
    private @Nullable LeaseLoss loss;
    private @Nullable Runnable whenIdle;
    private int sections;

    OwnLease(String name, String owner, long epoch) {
        this.name = name;
        this.owner = owner;
        this.epoch = epoch;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String owner() {
        return owner;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public Duration duration() {
        return OwnLeases.DURATION;
    }

    @Override
    public boolean stillMine() {
        return mine;
    }

    @Override
    public LeaseGuard guard() throws LeaseLostException {
        lock.lock();
        try {
            if (loss != null) {
                throw new LeaseLostException(name, epoch);
            }
            sections++;
        } finally {
            lock.unlock();
        }
        return new Section();
    }

    @Override
    public void onLoss(Consumer<LeaseLoss> listener) {
        LeaseLoss over;
        lock.lock();
        try {
            over = mine ? null : loss;
            if (over == null) {
                listeners.add(listener);
            }
        } finally {
            lock.unlock();
        }
        if (over != null) {
            listener.accept(over);
        }
    }

    /** Ends it when no section is open any more, then runs something. */
    void close(LeaseLoss why, Runnable then) {
        lock.lock();
        try {
            if (loss != null) {
                return;
            }
            loss = why;
            whenIdle = then;
            if (sections > 0) {
                return;
            }
        } finally {
            lock.unlock();
        }
        ended();
    }

    private void left() {
        lock.lock();
        try {
            sections--;
            if (sections > 0 || loss == null) {
                return;
            }
        } finally {
            lock.unlock();
        }
        ended();
    }

    private void ended() {
        List<Consumer<LeaseLoss>> told;
        LeaseLoss why;
        Runnable then;
        lock.lock();
        try {
            mine = false;
            told = List.copyOf(listeners);
            listeners.clear();
            why = loss;
            then = whenIdle;
            whenIdle = null;
        } finally {
            lock.unlock();
        }
        if (why != null) {
            told.forEach(each -> each.accept(why));
        }
        if (then != null) {
            then.run();
        }
    }

    private final class Section implements LeaseGuard {
        private final AtomicBoolean open = new AtomicBoolean(true);

        @Override
        public long epoch() {
            return epoch;
        }

        @Override
        public void check() throws LeaseLostException {
            OwnLease.this.check();
        }

        @Override
        public void close() {
            if (open.compareAndSet(true, false)) {
                left();
            }
        }
    }
}
