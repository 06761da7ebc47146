package io.keelson.cluster.lease;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseGuard;
import io.keelson.kernel.spi.lease.LeaseLoss;
import io.keelson.kernel.spi.lease.LeaseLostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A lease as its holder sees it. Thread-safe: {@code term} and {@code over} are read without a lock, the rest is guarded
 * by {@code this}; nothing is called back under the lock.
 */
final class HeldLease implements Lease {
    private final String name;
    private final String owner;
    private final long epoch;
    private final Duration duration;
    private final Ticker ticker;
    private final List<Consumer<LeaseLoss>> listeners = new ArrayList<>();
    private volatile LeaseTerm term;
    private volatile boolean over;
    private @Nullable LeaseLoss why;
    private @Nullable Runnable whenIdle;
    private boolean draining;
    private int sections;

    HeldLease(String name, String owner, long epoch, Duration duration, LeaseTerm term, Ticker ticker) {
        this.name = name;
        this.owner = owner;
        this.epoch = epoch;
        this.duration = duration;
        this.term = term;
        this.ticker = ticker;
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
        return duration;
    }

    @Override
    public boolean stillMine() {
        if (over) {
            return false;
        }
        if (term.holds(Moment.of(ticker))) {
            return true;
        }
        return !tryEnd();
    }

    @Override
    public LeaseGuard guard() throws LeaseLostException {
        check();
        synchronized (this) {
            if (draining || over) {
                throw new LeaseLostException(name, epoch);
            }
            sections++;
        }
        return new Section();
    }

    @Override
    public void onLoss(Consumer<LeaseLoss> listener) {
        LeaseLoss known;
        synchronized (this) {
            known = why;
            if (known == null) {
                listeners.add(listener);
            }
        }
        if (known != null) {
            listener.accept(known);
        }
    }

    /** Takes a new term; false when its holder has seen the end of the old one already. */
    boolean extend(LeaseTerm next) {
        synchronized (this) {
            if (over) {
                return false;
            }
            term = next;
            return true;
        }
    }

    /** Lets no section begin any more, and runs {@code idle} once when the last one has ended. */
    void drain(Runnable idle) {
        synchronized (this) {
            draining = true;
            if (sections > 0) {
                whenIdle = idle;
                return;
            }
        }
        idle.run();
    }

    /** Is given up from now on, though the log does not know yet. */
    void giveUp() {
        synchronized (this) {
            over = true;
        }
    }

    /** Has ended. */
    void end(LeaseLoss reason) {
        List<Consumer<LeaseLoss>> told;
        synchronized (this) {
            over = true;
            if (why != null) {
                return;
            }
            why = reason;
            told = List.copyOf(listeners);
            listeners.clear();
        }
        for (Consumer<LeaseLoss> listener : told) {
            try {
                listener.accept(reason);
            } catch (RuntimeException e) {
                LeaseLog.LOG.listenerFailed(e, name, epoch);
            }
        }
    }

    /** Sees the end by the clock, unless a new term came between. Once seen, no new term is taken. */
    private synchronized boolean tryEnd() {
        if (term.holds(Moment.of(ticker))) {
            return false;
        }
        over = true;
        return true;
    }

    private void sectionEnded() {
        Runnable idle = null;
        synchronized (this) {
            if (--sections == 0) {
                idle = whenIdle;
                whenIdle = null;
            }
        }
        if (idle != null) {
            idle.run();
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
            HeldLease.this.check();
        }

        @Override
        public void close() {
            if (open.compareAndSet(true, false)) {
                sectionEnded();
            }
        }
    }
}
