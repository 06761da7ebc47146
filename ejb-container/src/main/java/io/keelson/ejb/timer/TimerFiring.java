package io.keelson.ejb.timer;

import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.timer.BeanTimer.State;
import io.keelson.ejb.timer.TimerStore.Kept;
import io.keelson.kernel.spi.lease.Fence;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Fires the timers of an application when they are due: wakes them, hands them to the execute threads, and goes on to the next due time.
 * Thread-safe; the lock of its owner guards what it has.
 */
final class TimerFiring {
    private static final long LONGEST_WAIT = 30_000;

    /** Timers that are due and that the execute threads do not take are offered again after that time. */
    private static final long FULL_WAIT = 20;

    private final ApplicationTimers owner;
    private final TimerStore store;
    private final TimerOwnership ownership;
    private final ScheduledExecutorService scheduler;
    private final Condition idle;
    private final Alarm alarm = new Alarm(this);

    /** Timers that are due while the execute threads take no more work, in the order in which they woke. */
    private final Deque<BeanTimer> refused = new ArrayDeque<>();

    private int inFlight;

    /**
     * Fires nothing yet.
     *
     * @param scheduler wakes timers; runs short tasks only
     * @param idle of the owner's lock; is told when a firing has ended
     */
    TimerFiring(
            ApplicationTimers owner,
            TimerStore store,
            TimerOwnership ownership,
            ScheduledExecutorService scheduler,
            Condition idle) {
        this.owner = owner;
        this.store = store;
        this.ownership = ownership;
        this.scheduler = scheduler;
        this.idle = idle;
    }

    /** Waits for the firings that run. The owner's lock is held. */
    void awaitEnd(long nanos) throws InterruptedException {
        long left = nanos;
        while (inFlight > 0 && left > 0) {
            left = idle.awaitNanos(left);
        }
    }

    /** Wakes nothing any more. */
    void close() {
        alarm.firing = null;
    }

    /** A wall clock may jump, so a long wait is cut into short ones. */
    void schedule(BeanTimer timer) {
        boolean waits = owner.locked(() -> owner.mayFire(timer));
        if (waits) {
            schedule(timer, Math.max(0, Math.min(timer.row().due() - owner.now(), LONGEST_WAIT)));
        }
    }

    private void schedule(BeanTimer timer, long delay) {
        Alarm over = alarm;
        String id = timer.row().id();
        scheduler.schedule(() -> over.wake(id), delay, TimeUnit.MILLISECONDS);
    }

    private void wake(String id) {
        BeanTimer timer = owner.timer(id);
        if (timer != null && (owner.locked(() -> !refused.isEmpty()) || !begun(timer))) {
            refused(timer);
        }
    }

    /** Tasks of the scheduler know timers by it and by their names: they may wait for longer than the application is deployed. */
    private static final class Alarm {
        volatile @Nullable TimerFiring firing;

        Alarm(TimerFiring firing) {
            this.firing = firing;
        }

        void wake(String id) {
            TimerFiring of = firing;
            if (of != null) {
                of.wake(id);
            }
        }
    }

    /** Puts a timer behind those that wait for an execute thread. */
    private void refused(BeanTimer timer) {
        boolean first = owner.locked(() -> {
            boolean none = refused.isEmpty();
            refused.addLast(timer);
            return none;
        });
        if (first) {
            scheduler.schedule(this::offerAgain, FULL_WAIT, TimeUnit.MILLISECONDS);
        }
    }

    /** Offers what waits for an execute thread again. One such task is there at a time, while anything waits. */
    private void offerAgain() {
        BeanTimer next = owner.locked(refused::peekFirst);
        while (next != null) {
            if (owner.runs() && !begun(next)) {
                scheduler.schedule(this::offerAgain, FULL_WAIT, TimeUnit.MILLISECONDS);
                return;
            }
            next = owner.locked(() -> {
                refused.removeFirst();
                return refused.peekFirst();
            });
        }
    }

    /** Hands a timer that is due to the execute threads; returns false if they take no more now. */
    private boolean begun(BeanTimer timer) {
        boolean mine = !timer.row().persistent() || ownership.mine();
        boolean due = owner.locked(() -> {
            boolean fires = mine && owner.mayFire(timer) && timer.row().due() <= owner.now();
            if (fires) {
                timer.firing(true);
                inFlight++;
            }
            return fires;
        });
        if (due && !timer.bean().offer(() -> fire(timer))) {
            ended(timer);
            return false;
        }
        if (!due && mine) {
            schedule(timer);
        }
        return true;
    }

    private void ended(BeanTimer timer) {
        owner.locked(() -> {
            timer.firing(false);
            inFlight--;
            idle.signalAll();
            return timer;
        });
    }

    private void fire(BeanTimer timer) {
        Optional<Fence> fence = ownership.fence();
        try {
            TimerRow row = timer.row();
            boolean done = fired(timer, row) || (mayRepeat(timer) && fired(timer, row));
            if (done || mayRepeat(timer)) {
                advance(timer, row, fence);
            }
        } finally {
            ended(timer);
        }
        schedule(timer);
    }

    private boolean mayRepeat(BeanTimer timer) {
        return owner.runs() && (!timer.row().persistent() || ownership.mine());
    }

    /** Returns true if the firing is done: it need not be repeated. */
    private boolean fired(BeanTimer timer, TimerRow row) {
        if (owner.locked(() -> timer.state() == State.GONE)) {
            return true;
        }
        @Nullable Throwable failure = null;
        try {
            if (timer.bean().fire(row.method(), row.key(), timer, () -> !row.persistent() || ownership.mine())) {
                return true;
            }
        } catch (OrphanedTimerException e) {
            if (mayRepeat(timer)) {
                EjbLog.LOG.timerOrphaned(
                        row.id(), row.bean(), String.valueOf(row.key()), String.valueOf(e.getMessage()));
                owner.gone(timer);
            }
            return true;
        } catch (Throwable e) { // an application's code may throw anything; the timer goes on
            failure = e;
        }
        String why = failure == null ? "its transaction was rolled back" : failure.toString();
        timer.failed(Instant.ofEpochMilli(owner.now()) + " " + why);
        EjbLog.LOG.timerFailed(row.id(), row.bean(), why);
        return false;
    }

    /** Goes on to the next due time, which is written before the timer fires again. */
    private void advance(BeanTimer timer, TimerRow row, Optional<Fence> fence) {
        long next = row.next(row.due());
        if (next < 0) {
            owner.gone(timer);
            return;
        }
        TimerRow following = row.due(next);
        boolean there = owner.locked(() -> {
            timer.row(following);
            return timer.state() != State.GONE;
        });
        if (there && row.persistent()) {
            record(timer, following, fence);
            if (owner.locked(() -> timer.state() == State.GONE)) {
                owner.gone(timer); // cancelled meanwhile: the row must not come back
            }
        }
    }

    private void record(BeanTimer timer, TimerRow row, Optional<Fence> fence) {
        while (true) {
            try {
                Kept kept = store.put(row, fence);
                if (kept == Kept.GONE) {
                    owner.gone(timer, false);
                } else if (kept == Kept.FENCED) {
                    EjbLog.LOG.firingFenced(row.id(), row.bean());
                    owner.locked(() -> timer.stale(true));
                    owner.lookSoon();
                }
                return;
            } catch (IOException e) {
                EjbLog.LOG.timerNotKept(row.id(), row.bean(), e);
                if (!store.shared() || !mayRepeat(timer)) {
                    return; // the next owner fires it as the last row says
                }
            }
        }
    }
}
