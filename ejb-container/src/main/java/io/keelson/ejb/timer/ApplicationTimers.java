package io.keelson.ejb.timer;

import io.keelson.base.time.Ticker;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.timer.BeanTimer.State;
import io.keelson.ejb.timer.TimerStore.Kept;
import io.keelson.kernel.spi.lease.Fence;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Timers of one application. A timer that a transaction makes or cancels follows the transaction. One firing of a timer runs at a time
 * ({@link TimerFiring}); after it the next due time is written, so that a firing that a crash cuts off is repeated.
 *
 * <p>Thread-safe; the lock of its table guards the timers and their states. Rows are written without the lock by the only thread that may:
 * the one that fires the timer or completes its transaction.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.4 Timer Service Operations.
 */
public final class ApplicationTimers {
    /** A look that has failed is taken again after that time. */
    private static final long RETRY = 1_000;

    /** A store that is away is asked again after that time, and a shared one is looked through that often. */
    private static final long LOOK = 5_000;

    /** While the cluster forms it is looked for its store that often. */
    private static final long SOON = 250;

    private final String application;
    private final TimerStore store;
    private final TimerOwnership ownership;
    private final TimerMembers members;
    private final TransactionManager manager;
    private final ScheduledExecutorService scheduler;
    private final Ticker ticker;
    private final MissedRuns missed;
    private final TimerFiring firing;
    private final StoreLooks looks;
    private final TimerTable table = new TimerTable();
    private final Map<String, TimedBean> beans = new LinkedHashMap<>();

    /** Rows are taken from the store by one thread at a time; guards nothing else, and is taken before the lock of the table. */
    private final ReentrantLock reading = new ReentrantLock();

    private Map<String, List<Automatic>> automatic = Map.of();
    private boolean loaded;
    /** The store has been read, and has all that was made before. */
    private boolean attached;

    private boolean running;
    /** The tenure in which the persistent timers fire here, once what was missed before has been looked at; null: in none. */
    private @Nullable Optional<Fence> owned;

    private boolean waitSaid;

    /**
     * Makes it for an application without timers.
     *
     * @param application its name
     * @param ownership tells which server fires the persistent ones
     * @param members of the cluster whose transactions may be making timers
     * @param scheduler wakes timers; runs short tasks only
     */
    public ApplicationTimers(
            String application,
            TimerStore store,
            TimerOwnership ownership,
            TimerMembers members,
            TransactionManager manager,
            ScheduledExecutorService scheduler,
            Ticker ticker,
            MissedRuns missed) {
        this.application = application;
        this.store = store;
        this.ownership = ownership;
        this.members = members;
        this.manager = manager;
        this.scheduler = scheduler;
        this.ticker = ticker;
        this.missed = missed;
        this.firing = new TimerFiring(this, store, ownership, scheduler, table.condition());
        this.looks = new StoreLooks(
                scheduler, task -> beans.values().iterator().next().offer(task), this::runs, this::look);
    }

    /** An automatic timer with the signature of its method. */
    public record Automatic(String method, BeanModel.Automatic declared) {}

    /** Returns the wall-clock time in milliseconds. */
    long now() {
        return ticker.currentTimeMillis();
    }

    <T> T locked(Supplier<T> body) {
        return table.locked(body);
    }

    // ---- beginning and end -----------------------------------------------------------------------------------------

    /** Adds a bean, before {@link #load}. */
    public void add(TimedBean bean) {
        locked(() -> beans.put(bean.id(), bean));
    }

    /**
     * Reads the persistent timers and makes the automatic ones that are not there. Does nothing the second time. Where the store is shared
     * and the cluster is not there yet, that follows when it is.
     *
     * @param declared of each bean, by its id
     * @throws IOException when the store cannot be read or written
     */
    public void load(Map<String, List<Automatic>> declared) throws IOException {
        if (locked(() -> loaded)) {
            return;
        }
        automatic = declared;
        for (Map.Entry<String, List<Automatic>> of : declared.entrySet()) {
            for (Automatic each : of.getValue()) {
                if (!each.declared().persistent()) {
                    begin(AutomaticRows.of(of.getKey(), each, store.shared(), now()));
                }
            }
        }
        locked(() -> loaded = true);
        if (beans.isEmpty()) {
            return; // the store need not be there for those who have no timers
        }
        if (!store.shared()) {
            attach();
        } else if (store.reachable()) {
            try {
                attach();
            } catch (IOException e) {
                waits(e.toString()); // the application may serve without its timers
            }
        }
    }

    private void waits(String why) {
        boolean first = locked(() -> {
            boolean was = waitSaid;
            waitSaid = true;
            return !was;
        });
        if (first) {
            EjbLog.LOG.timersWait(application, why);
        }
    }

    /** Reads the store, removes automatic timers that are declared no more, and adds those that are new. */
    private void attach() throws IOException {
        reading.lock();
        try {
            if (locked(() -> attached)) {
                return;
            }
            Set<String> kept = new HashSet<>();
            for (TimerRow row : store.changes().rows()) {
                TimedBean bean = beans.get(row.bean());
                boolean declared = row.method() == null
                        || automatic.getOrDefault(row.bean(), List.of()).stream()
                                .anyMatch(each -> AutomaticRows.isOf(each, row));
                if (bean == null || !bean.hasMethod(row.method())) {
                    EjbLog.LOG.timerOfNobody(row.id(), row.bean());
                } else if (!declared || !kept.add(row.method() == null ? row.id() : AutomaticRows.key(row))) {
                    store.remove(row.id());
                } else {
                    table.put(new BeanTimer(this, bean, row, State.ACTIVE));
                }
            }
            for (Map.Entry<String, List<Automatic>> of : automatic.entrySet()) {
                for (Automatic each : of.getValue()) {
                    TimerRow row = AutomaticRows.of(of.getKey(), each, store.shared(), now());
                    if (each.declared().persistent() && kept.add(AutomaticRows.key(row))) {
                        begin(row);
                    }
                }
            }
            addEarly();
            locked(() -> attached = true);
            waitSaid = false;
            merge(); // what another server has added at the same time
            addEarly(); // what was made before it was attached, and after the first pass
            if (!store.shared()) {
                takeOver();
            }
        } finally {
            reading.unlock();
        }
    }

    /** Adds the rows that had to wait for the store. */
    private void addEarly() throws IOException {
        for (BeanTimer early : table.all()) {
            if (early.early()) {
                store.add(early.row());
                table.added(early);
                early.early(false);
            }
        }
    }

    /** Takes what other servers have changed. */
    private void refresh() throws IOException {
        reading.lock();
        try {
            if (locked(() -> attached)) {
                merge();
            }
        } finally {
            reading.unlock();
        }
    }

    private void merge() throws IOException {
        TimerTable.Question question = table.ask();
        TimerStore.Changes changes = store.changes();
        if (store.shared()) {
            table.merge(changes, question, this::timerOf).forEach(firing::schedule);
        }
    }

    private @Nullable BeanTimer timerOf(TimerRow row) {
        TimedBean bean = beans.get(row.bean());
        return bean == null || !bean.hasMethod(row.method()) ? null : new BeanTimer(this, bean, row, State.ACTIVE);
    }

    private void begin(TimerRow row) throws IOException {
        TimedBean bean = beans.get(row.bean());
        if (bean != null && row.due() >= 0) {
            if (row.persistent() && !store.add(row)) {
                return; // another server has made it
            }
            BeanTimer made = new BeanTimer(this, bean, row, State.ACTIVE);
            locked(() -> {
                table.added(made);
                table.put(made);
                return made;
            });
        }
    }

    /** Begins to fire, when all modules serve. */
    public void start() {
        Collection<BeanTimer> all = locked(() -> {
            running = true;
            return table.all();
        });
        if (beans.isEmpty()) {
            return;
        }
        if (store.shared()) {
            store.onChange(() -> {
                if (ownership.mine()) {
                    lookSoon();
                }
            });
            lookSoon();
        }
        all.forEach(firing::schedule);
        want();
    }

    private void want() {
        try {
            ownership.want(new Owner());
        } catch (IllegalStateException e) {
            // The version before has not given it back yet, or the server never owns anything.
            waits(String.valueOf(e.getMessage()));
            scheduler.schedule(
                    () -> {
                        if (locked(() -> running)) {
                            want();
                        }
                    },
                    LOOK,
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Hears whose the persistent timers are. */
    private final class Owner implements TimerOwnership.Listener {
        @Override
        public void granted(long epoch) {
            if (store.shared()) {
                EjbLog.LOG.timersOwned(application, epoch);
                lookSoon();
            }
        }

        @Override
        public void lost(String why) {
            locked(() -> {
                owned = null;
                return why;
            });
            EjbLog.LOG.timersLost(application, why);
        }
    }

    /** Has a look at the store soon. */
    void lookSoon() {
        looks.soon();
    }

    /**
     * Takes what others have changed, and the timers where they have come to be this server's.
     *
     * @return after how many milliseconds the next look is due
     */
    private long look() {
        try {
            if (!locked(() -> attached) && store.reachable()) {
                attach();
            }
            if (locked(() -> attached)) {
                if (isBehind()) {
                    store.reset();
                }
                refresh();
                if (ownership.mine()) {
                    takeOver();
                    confirmAbandoned();
                }
            } else {
                waits("the cluster's voters have no leader yet");
                return SOON;
            }
            return LOOK;
        } catch (IOException | RuntimeException e) {
            waits(e.toString());
            return RETRY;
        }
    }

    /** Fires what was missed as the setting says, once for each time that the timers come to be this server's. */
    private void takeOver() {
        Optional<Fence> tenure = ownership.fence();
        List<BeanTimer> all = locked(() -> {
            if (tenure.equals(owned)) {
                return List.<BeanTimer>of();
            }
            owned = tenure;
            List<BeanTimer> mine = table.all().stream()
                    .filter(each -> each.row().persistent() && each.state() == State.ACTIVE && !each.firing())
                    .toList();
            mine.forEach(each -> each.row(missed.after(each.row(), now())));
            return mine;
        });
        all.forEach(firing::schedule);
    }

    /** Returns true if rows have to be read anew: others have owned them meanwhile. */
    private boolean isBehind() {
        Optional<Fence> tenure = ownership.fence();
        boolean mine = ownership.mine();
        return locked(
                () -> mine && !tenure.equals(owned) || table.all().stream().anyMatch(BeanTimer::stale));
    }

    /** A timer whose maker has gone before it could say that its transaction has committed counts as made. */
    private void confirmAbandoned() throws IOException {
        Set<String> present = members.present();
        List<BeanTimer> abandoned = locked(() -> table.all().stream()
                .filter(each -> each.row().maker() != null
                        && each.state() == State.ACTIVE
                        && !present.contains(each.row().maker()))
                .toList());
        for (BeanTimer each : abandoned) {
            TimerRow made = each.row().maker(null);
            if (store.put(made, ownership.fence()) == Kept.DONE) {
                locked(() -> {
                    each.row(made);
                    return made;
                });
                firing.schedule(each);
            }
        }
    }

    /** Fires no more and waits for the firings that run. */
    public void stop(long timeout, TimeUnit unit) {
        long left = unit.toNanos(timeout);
        table.lock().lock();
        try {
            running = false;
            firing.awaitEnd(left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            table.lock().unlock();
        }
        store.onChange(null);
        ownership.release();
    }

    /** Ends the use of the store, when nothing of the application runs any more. */
    public void close() {
        firing.close();
        store.close();
    }

    // ---- making and cancelling -------------------------------------------------------------------------------------

    /** Makes a timer for the transaction of the calling thread, or at once where it has none. */
    Timer create(TimedBean bean, TimerRow row) {
        BeanTimer timer = new BeanTimer(this, bean, row, State.PENDING);
        boolean follows = follow(new Synchronization() {
            @Override
            public void beforeCompletion() {
                if (locked(() -> timer.state() == State.PENDING)) {
                    keep(timer, store.shared() ? row.maker(members.self()) : row);
                }
            }

            @Override
            public void afterCompletion(int status) {
                if (status == Status.STATUS_COMMITTED) {
                    made(timer);
                } else {
                    gone(timer);
                }
            }
        });
        table.put(timer);
        if (!follows) {
            try {
                keep(timer, row);
            } catch (EJBException e) {
                table.remove(timer);
                throw e;
            }
            activate(timer);
        }
        return timer;
    }

    /** The transaction has committed: whoever owns the timers may fire it. */
    private void made(BeanTimer timer) {
        TimerRow row = timer.row();
        if (row.persistent() && store.shared() && !timer.early()) {
            confirm(timer, row);
        } else {
            activate(timer);
        }
    }

    private void confirm(BeanTimer timer, TimerRow row) {
        try {
            Kept kept = store.put(row, Optional.empty());
            if (kept == Kept.GONE) {
                gone(timer, false);
            } else if (kept == Kept.DONE) {
                activate(timer);
            } else { // whoever owns the timers has confirmed it
                locked(() -> {
                    timer.state(State.ACTIVE);
                    table.added(timer);
                    return timer.stale(true);
                });
                lookSoon();
            }
        } catch (IOException e) {
            waits(e.toString());
            looks.later(() -> confirm(timer, row), LOOK);
        }
    }

    private void activate(BeanTimer timer) {
        boolean active = locked(() -> {
            if (timer.state() == State.PENDING) {
                timer.state(State.ACTIVE);
                table.added(timer);
            }
            return timer.state() == State.ACTIVE;
        });
        if (active) {
            firing.schedule(timer);
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
                    firing.schedule(timer);
                }
            }
        });
        if (!follows) {
            try {
                removeRow(timer);
            } catch (IOException e) {
                locked(() -> {
                    timer.state(before);
                    return before;
                });
                throw new EJBException(
                        "the timer " + timer.row().id() + " of " + timer.row().bean() + " cannot be cancelled: "
                                + e.getMessage(),
                        e);
            }
            gone(timer, false);
        }
    }

    private void removeRow(BeanTimer timer) throws IOException {
        if (timer.row().persistent() && !timer.early()) {
            store.remove(timer.row().id());
        }
    }

    /** Forgets a timer, and removes its row. */
    void gone(BeanTimer timer) {
        gone(timer, true);
    }

    /** Forgets a timer, whose row may be gone already. */
    void gone(BeanTimer timer, boolean removes) {
        boolean row = removes && !timer.early();
        table.gone(timer, store.shared(), row);
        if (row) {
            removeLater(timer);
        }
    }

    /** Removes a row; a shared store that is away is asked again. */
    private void removeLater(BeanTimer timer) {
        try {
            removeRow(timer);
            table.rowRemoved(timer);
        } catch (IOException e) {
            EjbLog.LOG.timerNotKept(timer.row().id(), timer.row().bean(), e);
            if (store.shared() && locked(() -> running)) {
                looks.later(() -> removeLater(timer), LOOK);
            }
        }
    }

    /** A row that is made before the cluster is there follows when it is. */
    private void keep(BeanTimer timer, TimerRow row) {
        if (!row.persistent()) {
            return;
        }
        boolean early = locked(() -> {
            timer.early(!attached);
            return !attached;
        });
        if (early) {
            return;
        }
        try {
            boolean unused = store.add(row);
        } catch (IOException e) {
            throw new EJBException("the timer of bean " + row.bean() + " cannot be kept: " + e.getMessage(), e);
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

    /**
     * Returns the timers that are there for a bean, or for several.
     *
     * @param key of the entity object whose timers are meant; null: those of all
     */
    Collection<Timer> timers(Predicate<TimedBean> of, @Nullable TimedKey key) {
        List<Timer> found = new ArrayList<>();
        for (BeanTimer each : there(of)) {
            String text = each.row().key();
            if (key == null || text != null && key.matches(text)) {
                found.add(each);
            }
        }
        return found;
    }

    /**
     * Cancels the timers of an entity object that is removed, for the transaction of the calling thread.
     *
     * @throws EJBException when the store cannot be asked
     */
    public void cancel(TimedBean bean, TimedKey key) {
        for (Timer each : timers(other -> other == bean, key)) {
            if (each instanceof BeanTimer timer && locked(() -> isThere(timer))) {
                cancel(timer);
            }
        }
    }

    private static boolean isThere(BeanTimer timer) {
        return timer.state() == State.ACTIVE || timer.state() == State.PENDING;
    }

    private List<BeanTimer> there(Predicate<TimedBean> of) {
        look("the timers of application " + application);
        return locked(() -> {
            List<BeanTimer> found = new ArrayList<>();
            for (BeanTimer each : table.all()) {
                if (of.test(each.bean()) && each.row().maker() == null && isThere(each)) {
                    found.add(each);
                }
            }
            return found;
        });
    }

    /** Makes certain that a timer is as the store has it, where other servers may have changed it. */
    void look(BeanTimer timer) {
        boolean known = locked(
                () -> !timer.row().persistent() || timer.state() != State.ACTIVE || timer.firing() || timer.early());
        if (!known) {
            look(timer.toString());
        }
    }

    private void look(String what) {
        if (store.shared() && locked(() -> attached)) {
            try {
                refresh();
            } catch (IOException e) {
                throw new EJBException(what + " cannot be looked up: " + e.getMessage(), e);
            }
        }
    }

    /** Returns the rows of all timers. */
    public List<TimerRow> rows() {
        return locked(() -> table.all().stream().map(BeanTimer::row).toList());
    }

    // ---- management ------------------------------------------------------------------------------------------------

    /**
     * A timer as operators see it.
     *
     * @param row the timer
     * @param here true if this server fires it
     * @param firing true while its method runs
     * @param failure what its last firing that failed here threw; empty: none did
     */
    public record Seen(TimerRow row, boolean here, boolean firing, String failure) {}

    /** Returns the timers that are there now, as this server knows them. */
    public List<Seen> seen() {
        return locked(() -> table.all().stream()
                .filter(each -> each.state() == State.ACTIVE || each.state() == State.CANCELLING)
                .map(each -> new Seen(
                        each.row(),
                        running && (!each.row().persistent() || owned != null),
                        each.firing(),
                        each.failure()))
                .toList());
    }

    /**
     * Cancels a timer on an operator's request.
     *
     * @return false if there is none of that id
     * @throws EJBException when its row cannot be removed now
     */
    public boolean cancel(String id) {
        look("timer " + id);
        BeanTimer timer = table.get(id);
        if (timer == null || locked(() -> timer.state() != State.ACTIVE)) {
            return false;
        }
        cancel(timer);
        return true;
    }

    // ---- firing: TimerFiring asks ----------------------------------------------------------------------------------

    /** Returns whether timers may fire. */
    boolean runs() {
        return locked(() -> running);
    }

    /** Returns a timer by its id; null where there is none. */
    @Nullable
    BeanTimer timer(String id) {
        return table.get(id);
    }

    /** Returns whether a timer may fire at its time. The lock is held. */
    boolean mayFire(BeanTimer timer) {
        return running
                && timer.state() == State.ACTIVE
                && !timer.firing()
                && (!timer.row().persistent()
                        || attached
                                && owned != null
                                && !timer.stale()
                                && timer.row().maker() == null);
    }
}
