package io.keelson.ejb.timer;

import io.keelson.base.time.Ticker;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.timer.BeanTimer.State;
import jakarta.ejb.EJBException;
import jakarta.ejb.Timer;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one application. A timer that a transaction makes or cancels follows the transaction. One firing of a timer runs at a
 * time; after it the next due
 * time is written, so that a firing that a crash cuts off is repeated.
 *
 * <p>Thread-safe; the lock guards the timers and their states. Rows are written without the lock by the only thread that may: the one
 * that fires the timer or
 * completes its transaction.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.4 Timer Service Operations.
 */
public final class ApplicationTimers {
    private static final long LONGEST_WAIT = 30_000;
    private static final long BUSY_WAIT = 1_000;

    private final TimerStore store;
    private final TransactionManager manager;
    private final ScheduledExecutorService scheduler;
    private final Ticker ticker;
    private final MissedRuns missed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private final Map<String, TimedBean> beans = new LinkedHashMap<>();
    private final Map<String, BeanTimer> timers = new LinkedHashMap<>();
    private boolean loaded;
    private boolean running;
    private int inFlight;

    /**
     * Makes it for an application without timers.
     *
     * @param scheduler wakes timers; runs short tasks only
     */
    public ApplicationTimers(
            TimerStore store,
            TransactionManager manager,
            ScheduledExecutorService scheduler,
            Ticker ticker,
            MissedRuns missed) {
        this.store = store;
        this.manager = manager;
        this.scheduler = scheduler;
        this.ticker = ticker;
        this.missed = missed;
    }

    /** An automatic timer with the signature of its method. */
    public record Automatic(String method, BeanModel.Automatic declared) {}

    /** Returns the wall-clock time in milliseconds. */
    long now() {
        return ticker.currentTimeMillis();
    }

    <T> T locked(Supplier<T> body) {
        lock.lock();
        try {
            return body.get();
        } finally {
            lock.unlock();
        }
    }

    // ---- beginning and end -----------------------------------------------------------------------------------------

    /** Adds a bean, before {@link #load}. */
    public void add(TimedBean bean) {
        locked(() -> beans.put(bean.id(), bean));
    }

    /**
     * Reads the persistent timers and makes the automatic ones that are not there. Does nothing the second time.
     *
     * @param automatic of each bean, by its id
     * @throws IOException when the store cannot be read or written
     */
    public void load(Map<String, List<Automatic>> automatic) throws IOException {
        if (locked(() -> loaded)) {
            return;
        }
        Set<String> kept = new HashSet<>();
        for (TimerRow row : store.load()) {
            TimedBean bean = beans.get(row.bean());
            boolean declared = row.method() == null
                    || automatic.getOrDefault(row.bean(), List.of()).stream().anyMatch(each -> isSame(each, row));
            if (bean == null || !bean.hasMethod(row.method())) {
                EjbLog.LOG.timerOfNobody(row.id(), row.bean());
            } else if (!declared || !kept.add(row.method() == null ? row.id() : automaticKey(row))) {
                store.remove(row.id());
            } else {
                TimerRow due = afterAbsence(row);
                locked(() -> timers.put(row.id(), new BeanTimer(this, bean, due, State.ACTIVE)));
            }
        }
        for (Map.Entry<String, List<Automatic>> of : automatic.entrySet()) {
            for (Automatic each : of.getValue()) {
                TimerRow row = row(of.getKey(), each);
                if (!each.declared().persistent() || kept.add(automaticKey(row))) {
                    begin(row);
                }
            }
        }
        locked(() -> loaded = true);
    }

    private static boolean isSame(Automatic declared, TimerRow row) {
        return declared.method().equals(row.method())
                && declared.declared().persistent()
                && declared.declared().schedule().equals(row.schedule());
    }

    private static String automaticKey(TimerRow row) {
        return row.bean() + " " + row.method() + " " + row.schedule();
    }

    private TimerRow row(String bean, Automatic automatic) {
        TimerRow row = new TimerRow(
                UUID.randomUUID().toString(),
                bean,
                automatic.method(),
                automatic.declared().schedule(),
                0,
                automatic.declared().info(),
                automatic.declared().persistent(),
                0);
        return row.due(row.next(now()));
    }

    private void begin(TimerRow row) throws IOException {
        TimedBean bean = beans.get(row.bean());
        if (bean != null && row.due() >= 0) {
            if (row.persistent()) {
                store.put(row);
            }
            locked(() -> timers.put(row.id(), new BeanTimer(this, bean, row, State.ACTIVE)));
        }
    }

    private TimerRow afterAbsence(TimerRow row) {
        long now = now();
        if (row.due() > now || missed == MissedRuns.ALL) {
            return row;
        }
        if (missed == MissedRuns.SKIP) {
            long next = row.next(now);
            return next < 0 ? row : row.due(next);
        }
        // The last of those that were missed stands for all of them.
        if (row.interval() > 0) {
            return row.due(row.due() + (now - row.due()) / row.interval() * row.interval());
        }
        return row.schedule() == null ? row : row.due(now);
    }

    /** Begins to fire, when all modules serve. */
    public void start() {
        Collection<BeanTimer> all = locked(() -> {
            running = true;
            return new ArrayList<>(timers.values());
        });
        all.forEach(this::schedule);
    }

    /** Fires no more and waits for the firings that run. */
    public void stop(long timeout, TimeUnit unit) {
        long left = unit.toNanos(timeout);
        lock.lock();
        try {
            running = false;
            while (inFlight > 0 && left > 0) {
                left = idle.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    // ---- making and cancelling -------------------------------------------------------------------------------------

    /** Makes a timer for the transaction of the calling thread, or at once where it has none. */
    Timer create(TimedBean bean, TimerRow row) {
        BeanTimer timer = new BeanTimer(this, bean, row, State.PENDING);
        boolean follows = follow(new Synchronization() {
            @Override
            public void beforeCompletion() {
                if (locked(() -> timer.state() == State.PENDING)) {
                    keep(timer.row());
                }
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    activate(timer);
                } else {
                    gone(timer);
                }
            }
        });
        locked(() -> timers.put(row.id(), timer));
        if (!follows) {
            keep(row);
            activate(timer);
        }
        return timer;
    }

    private void activate(BeanTimer timer) {
        boolean active = locked(() -> {
            if (timer.state() == State.PENDING) {
                timer.state(State.ACTIVE);
            }
            return timer.state() == State.ACTIVE;
        });
        if (active) {
            schedule(timer);
        }
    }

    /** Cancels a timer for the transaction of the calling thread, or at once where it has none. */
    void cancel(BeanTimer timer) {
        State before = locked(() -> {
            State was = timer.state();
            timer.state(State.CANCELLING);
            return was;
        });
        boolean follows = follow(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // The row goes when the transaction has committed.
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    gone(timer);
                } else if (locked(() -> timer.state() == State.CANCELLING)) {
                    locked(() -> {
                        timer.state(before == State.PENDING ? State.GONE : before);
                        return before;
                    });
                    schedule(timer);
                }
            }
        });
        if (!follows) {
            gone(timer);
        }
    }

    private void gone(BeanTimer timer) {
        locked(() -> {
            timer.state(State.GONE);
            return timers.remove(timer.row().id());
        });
        if (timer.row().persistent()) {
            try {
                store.remove(timer.row().id());
            } catch (IOException e) {
                EjbLog.LOG.timerNotKept(timer.row().id(), timer.row().bean(), e);
            }
        }
    }

    private void keep(TimerRow row) {
        if (row.persistent()) {
            try {
                store.put(row);
            } catch (IOException e) {
                throw new EJBException("the timer of bean " + row.bean() + " cannot be kept: " + e.getMessage(), e);
            }
        }
    }

    /** Returns false where the thread has no transaction to follow. */
    private boolean follow(Synchronization synchronization) {
        try {
            Transaction transaction = manager.getTransaction();
            if (transaction == null) {
                return false;
            }
            transaction.registerSynchronization(synchronization);
            return true;
        } catch (RollbackException e) {
            synchronization.afterCompletion(Status.STATUS_ROLLEDBACK); // it is marked: what it makes is void
            return true;
        } catch (SystemException e) {
            throw new EJBException("the transaction of the timer cannot be told", e);
        }
    }

    /** Returns the timers that are there for a bean, or for several. */
    Collection<Timer> timers(Predicate<TimedBean> of) {
        return locked(() -> {
            List<Timer> found = new ArrayList<>();
            for (BeanTimer each : timers.values()) {
                if (of.test(each.bean()) && (each.state() == State.ACTIVE || each.state() == State.PENDING)) {
                    found.add(each);
                }
            }
            return found;
        });
    }

    /** Returns the rows of all timers. */
    public List<TimerRow> rows() {
        return locked(() -> timers.values().stream().map(BeanTimer::row).toList());
    }

    // ---- firing ----------------------------------------------------------------------------------------------------

    /** A wall clock may jump, so a long wait is cut into short ones. */
    private void schedule(BeanTimer timer) {
        boolean waits = locked(() -> running && timer.state() == State.ACTIVE && !timer.firing());
        if (waits) {
            schedule(timer, Math.max(0, Math.min(timer.row().due() - now(), LONGEST_WAIT)));
        }
    }

    private void schedule(BeanTimer timer, long delay) {
        scheduler.schedule(() -> wake(timer), delay, TimeUnit.MILLISECONDS);
    }

    private void wake(BeanTimer timer) {
        boolean due = locked(() -> {
            boolean fires = running
                    && timer.state() == State.ACTIVE
                    && !timer.firing()
                    && timer.row().due() <= now();
            if (fires) {
                timer.firing(true);
                inFlight++;
            }
            return fires;
        });
        if (!due) {
            schedule(timer);
        } else if (!timer.bean().offer(() -> fire(timer))) {
            ended(timer);
            schedule(timer, BUSY_WAIT);
        }
    }

    private void ended(BeanTimer timer) {
        locked(() -> {
            timer.firing(false);
            inFlight--;
            idle.signalAll();
            return timer;
        });
    }

    private void fire(BeanTimer timer) {
        try {
            TimerRow row = timer.row();
            boolean done = fired(timer, row) || (locked(() -> running) && fired(timer, row));
            if (done || locked(() -> running)) {
                advance(timer, row);
            }
        } finally {
            ended(timer);
        }
        schedule(timer);
    }

    /** Returns true if the firing is done: it need not be repeated. */
    private boolean fired(BeanTimer timer, TimerRow row) {
        if (locked(() -> timer.state() == State.GONE)) {
            return true;
        }
        @Nullable Throwable failure = null;
        try {
            if (timer.bean().fire(row.method(), timer)) {
                return true;
            }
        } catch (Throwable e) { // an application's code may throw anything; the timer goes on
            failure = e;
        }
        EjbLog.LOG.timerFailed(
                row.id(), row.bean(), failure == null ? "its transaction was rolled back" : failure.toString());
        return false;
    }

    /** Goes on to the next due time, which is written before the timer fires again. */
    private void advance(BeanTimer timer, TimerRow row) {
        long next = row.next(row.due());
        if (next < 0) {
            gone(timer);
            return;
        }
        TimerRow following = row.due(next);
        boolean there = locked(() -> {
            timer.row(following);
            return timer.state() != State.GONE;
        });
        if (there && row.persistent()) {
            try {
                store.put(following);
            } catch (IOException e) {
                EjbLog.LOG.timerNotKept(row.id(), row.bean(), e);
            }
            if (locked(() -> timer.state() == State.GONE)) {
                gone(timer); // cancelled meanwhile: the row must not come back
            }
        }
    }
}
