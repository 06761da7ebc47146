package io.keelson.ejb.invocation;

import io.keelson.base.time.Ticker;
import io.keelson.component.spi.ExtendedContexts;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.model.ApplicationExceptions;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchEJBException;
import jakarta.ejb.RemoveException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The stateful beans of one kind that live on this server, and the step that finds the one that is called. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3 to 4.6.
 */
public final class StatefulStep implements Step {
    private static final int MOST_TRIES = 5;
    private static final long LOOK_MILLIS = 20;
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final BeanModel model;
    private final InstanceSource source;
    private final TransactionManager manager;
    private final Ticker ticker;
    private final SessionSynchronizations synchronizations;
    private final Step next;
    private final @Nullable StatefulReplicas replicas;
    private final @Nullable ScheduledExecutorService scheduler;
    private final Map<Object, StatefulEntry> entries = new ConcurrentHashMap<>();
    private final LongAdder expired = new LongAdder();
    private final @Nullable Passivation passivation;
    private final UsageOrder order = new UsageOrder();
    private final LongAdder passivations = new LongAdder();
    private final LongAdder activations = new LongAdder();
    /** The disk has refused a bean and is not tried again before. */
    private volatile @Nullable Long notBefore;

    /** Makes the step, with no bean and without copies elsewhere. */
    public StatefulStep(BeanModel model, InstanceSource source, TransactionManager manager, Ticker ticker, Step next) {
        this(model, source, manager, ticker, next, null, null, null);
    }

    /**
     * Makes the step, with no bean.
     *
     * @param replicas the copies on other servers; null: none
     * @param scheduler looks again for beans that are in use when others want them; null where there are no copies
     * @param passivation keeps idle beans on disk; null: all stay in memory
     */
    public StatefulStep(
            BeanModel model,
            InstanceSource source,
            TransactionManager manager,
            Ticker ticker,
            Step next,
            @Nullable StatefulReplicas replicas,
            @Nullable ScheduledExecutorService scheduler,
            @Nullable Passivation passivation) {
        this.passivation = passivation;
        this.model = model;
        this.source = source;
        this.manager = manager;
        this.ticker = ticker;
        this.synchronizations = new SessionSynchronizations(model, source);
        this.next = next;
        this.replicas = replicas;
        this.scheduler = scheduler;
        if (replicas != null) {
            replicas.open(new Holder());
        }
    }

    /** Requests of other servers for the beans here. */
    private final class Holder implements StatefulReplicas.Holder {
        @Override
        public boolean retire(Object key) {
            if (!entries.containsKey(key)) {
                return false;
            }
            later(key, 0);
            return true;
        }

        @Override
        public void release(Object key) {
            StatefulEntry entry = entries.remove(key);
            if (entry != null) {
                entry.leave();
                released(entry);
            }
        }
    }

    /** Lets a bean go, from memory or from disk, without its callbacks. */
    private void released(StatefulEntry entry) {
        order.remove(entry);
        BeanInstance instance = entry.instance();
        if (instance != null) {
            source.discard(instance);
        } else {
            forget(entry);
        }
    }

    private void forget(StatefulEntry entry) {
        if (passivation != null) {
            passivation.remove(entry.key());
        }
    }

    /** Gives a bean up when no call and no transaction uses it. */
    private void later(Object key, long millis) {
        ScheduledExecutorService on = scheduler;
        StatefulReplicas copies = replicas;
        if (on == null || copies == null) {
            return;
        }
        try {
            var unused = on.schedule(
                    () -> {
                        StatefulEntry entry = entries.get(key);
                        if (entry == null) {
                            copies.retired(key);
                        } else if (entry.retire()) {
                            entries.remove(key, entry);
                            released(entry);
                            copies.retired(key);
                        } else {
                            later(key, LOOK_MILLIS);
                        }
                    },
                    millis,
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // the server stops: the copy goes on
        }
    }

    /**
     * Makes a stateful bean.
     *
     * @param key its identity, unique among all servers
     * @throws Throwable what its construction threw
     */
    public void create(Object key) throws Throwable {
        BeanInstance instance = source.create(key);
        StatefulEntry entry = new StatefulEntry(key, instance, ticker.nanoTime());
        entries.put(key, entry);
        if (replicas != null) {
            replicas.created(key, instance);
        }
        used(entry);
    }

    /** Returns the bean on this server, brought here where another one has it; null: there is none. */
    private @Nullable StatefulEntry entry(@Nullable Object key) throws Refusal {
        StatefulEntry there = key == null ? null : entries.get(key);
        StatefulReplicas copies = replicas;
        if (key == null || copies == null || there != null && (there.busy() || copies.serves(key))) {
            return there;
        }
        try {
            boolean found = copies.obtain(
                    key, instance -> () -> entries.put(key, new StatefulEntry(key, instance, ticker.nanoTime())));
            if (found && there != null && there.instance() == null) {
                forget(there); // what is on disk here is older
            }
            return found ? entries.get(key) : null;
        } catch (IOException | IllegalStateException e) {
            EJBException failed = new EJBException("the stateful bean " + model.name()
                    + " cannot be had from the other servers now: " + e.getMessage());
            failed.initCause(e);
            throw new Refusal(failed);
        }
    }

    private StatefulEntry acquired(BeanCall call, @Nullable Transaction transaction) throws Refusal {
        for (int i = 0; i < MOST_TRIES; i++) {
            StatefulEntry entry = entry(call.key());
            if (entry == null) {
                break;
            }
            if (entry.acquire(call.method(), transaction)) {
                return entry;
            }
            if (!entry.left()) {
                break;
            }
        }
        throw new Refusal(new NoSuchEJBException("the stateful bean " + model.name()
                + " was removed, timed out, or ended with its server; look it up again"));
    }

    /** Sends the state of a bean that no transaction uses any more, and waits for its copy. */
    private void changed(StatefulEntry entry) throws IOException {
        StatefulReplicas copies = replicas;
        BeanInstance instance = entry.instance();
        if (copies != null && instance != null && !entry.removed()) {
            copies.changed(entry.key(), instance);
        }
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        Transaction transaction = model.beanManagedTransactions() ? null : manager.getTransaction();
        StatefulEntry entry = acquired(call, transaction);
        ExtendedContexts outer = ExtendedContexts.current();
        try {
            BeanInstance instance = active(entry);
            call.instance(instance);
            ExtendedContexts.enter(instance.contexts());
            return model.beanManagedTransactions() ? withOwn(call, entry) : called(call, entry, transaction);
        } finally {
            ExtendedContexts.enter(outer);
            entry.release(ticker.nanoTime());
            used(entry);
        }
    }

    // ---- passivation -----------------------------------------------------------------------------------------------

    /** Returns the instance of a bean that the thread serves, read from disk where it is there. */
    private BeanInstance active(StatefulEntry entry) throws Refusal {
        BeanInstance there = entry.instance();
        if (there != null) {
            return there;
        }
        try {
            BeanInstance read = Objects.requireNonNull(passivation).read(entry.key());
            activations.increment();
            entry.instance(read);
            return read;
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            discard(entry);
            throw new Refusal(e instanceof NoSuchEJBException gone ? gone : notActivated(e));
        }
    }

    private NoSuchEJBException notActivated(Throwable cause) {
        NoSuchEJBException gone = new NoSuchEJBException(
                "the stateful bean " + model.name() + " ended when it was brought back from disk: " + cause);
        gone.initCause(cause);
        return gone;
    }

    /** A bean was used last; the one that was not used for the longest time goes to disk where there are too many. */
    private void used(StatefulEntry entry) {
        if (passivation == null || !model.stateful().passivates() || entry.resident() || entry.removed()) {
            return;
        }
        order.used(entry);
        int most = passivation.mostInMemory();
        if (most > 0 && order.size() > most) {
            passivate(most, null);
        }
    }

    /** Brings beans to disk until there are not more than that in memory, or none that nobody uses. */
    private void passivate(int most, @Nullable Long usedBefore) {
        Long waiting = notBefore;
        if (waiting != null && ticker.nanoTime() - waiting < 0) {
            return;
        }
        boolean goesOn = true;
        while (goesOn) {
            StatefulEntry entry = order.claim(most, usedBefore);
            goesOn = entry != null && written(entry);
        }
    }

    /** Writes a bean that was claimed; returns false if the disk does not take any now. */
    private boolean written(StatefulEntry entry) {
        BeanInstance instance = Objects.requireNonNull(entry.instance());
        try {
            switch (Objects.requireNonNull(passivation).write(entry.key(), instance)) {
                case WRITTEN -> {
                    entry.instance(null);
                    passivations.increment();
                    notBefore = null;
                }
                case REFUSED -> {
                    notBefore = ticker.nanoTime() + RETRY_NANOS;
                    order.used(entry);
                    return false;
                }
                case RESIDENT -> entry.stay();
                case FAILED -> discard(entry);
            }
            return true;
        } finally {
            entry.unclaim();
        }
    }

    /** Brings the beans to disk that have been idle for too long, and those that are too many. Called now and then. */
    public void passivate() {
        if (passivation != null && model.stateful().passivates()) {
            if (passivation.mostInMemory() > 0) {
                passivate(passivation.mostInMemory(), null);
            }
            if (!passivation.idle().isZero()) {
                passivate(0, ticker.nanoTime() - passivation.idle().toNanos());
            }
        }
    }

    /** Returns how many beans have gone to disk. */
    public long passivations() {
        return passivations.sum();
    }

    /** Returns how many beans have come back from disk. */
    public long activations() {
        return activations.sum();
    }

    /** Returns how many beans are in memory. */
    public int inMemory() {
        return (int) entries.values().stream()
                .filter(each -> each.instance() != null)
                .count();
    }

    /** Joins the bean's extended persistence contexts to the transaction of the call. */
    private static void joined(StatefulEntry entry) throws Refusal {
        BeanInstance instance = entry.instance();
        ExtendedContexts contexts = instance == null ? null : instance.contexts();
        if (contexts != null) {
            try {
                contexts.join();
            } catch (IllegalStateException e) {
                EJBException failed = new EJBException(e.getMessage());
                failed.initCause(e);
                throw new Refusal(failed);
            }
        }
    }

    // ---- calls -----------------------------------------------------------------------------------------------------

    private @Nullable Object called(BeanCall call, StatefulEntry entry, @Nullable Transaction transaction)
            throws Throwable {
        joined(entry);
        if (transaction != null && entry.bind(transaction)) {
            try {
                synchronizations.began(entry, transaction, () -> ended(entry));
            } catch (Throwable e) {
                discard(entry);
                throw e;
            }
        }
        return finished(call, entry);
    }

    /** The bean goes on with the transaction that it has begun in an earlier call (8.6.1). */
    private @Nullable Object withOwn(BeanCall call, StatefulEntry entry) throws Throwable {
        Transaction own = entry.own();
        if (own != null) {
            manager.resume(own);
        }
        try {
            joined(entry);
            return finished(call, entry);
        } finally {
            entry.own(manager.getTransaction() == null ? null : manager.suspend());
            if (entry.removed()) {
                withoutOwn(entry);
            }
        }
    }

    /** Rolls back the transaction that a bean which has ended has begun and left open. */
    private void withoutOwn(StatefulEntry entry) {
        Transaction own = entry.own();
        try {
            if (own == null || own.equals(manager.getTransaction())) { // the call goes on in it
                return;
            }
            entry.own(null);
            if (own.getStatus() != Status.STATUS_NO_TRANSACTION) {
                own.rollback();
                EjbLog.LOG.removedInTransaction(model.name());
            }
        } catch (IllegalStateException | SystemException e) { // its time was over
            EjbLog.LOG.debugf(e, "the transaction of the stateful bean %s", model.name());
        }
    }

    private @Nullable Object finished(BeanCall call, StatefulEntry entry) throws Throwable {
        BeanMethod.Remove remove = call.method().remove();
        Object result;
        try {
            result = next.run(call);
        } catch (Throwable thrown) {
            ApplicationExceptions.Rule rule =
                    model.exceptions().of(thrown, call.method().method());
            if (rule == null) {
                discard(entry);
            } else if (remove != null && !remove.retainIfException()) {
                remove(entry);
            }
            throw thrown;
        }
        if (remove != null) {
            remove(entry);
        } else if (!entry.bound()) {
            copied(entry);
        }
        return result;
    }

    private void copied(StatefulEntry entry) {
        try {
            changed(entry);
        } catch (IOException e) {
            discard(entry);
            EJBException failed = new EJBException(
                    "what the call did to the stateful bean " + model.name() + " may be lost: " + e.getMessage());
            failed.initCause(e);
            throw failed;
        }
    }

    /** Removes an instance. One that a transaction has used ends with it, so that the transaction's callbacks find it (8.4). */
    private void remove(StatefulEntry entry) {
        entry.remove();
        if (!entry.bound()) {
            end(entry);
        }
    }

    private void ended(StatefulEntry entry) {
        if (!entry.removed()) {
            try {
                changed(entry);
            } catch (IOException e) {
                EjbLog.LOG.statefulLost(model.name(), String.valueOf(e.getMessage()));
                discard(entry);
            }
        }
        entry.unbind();
        if (entry.removed()) {
            end(entry);
        }
    }

    private void end(StatefulEntry entry) {
        if (entries.remove(entry.key(), entry)) {
            withoutOwn(entry);
            gone(entry);
            order.remove(entry);
            BeanInstance instance = entry.instance();
            if (instance != null) {
                source.destroy(instance);
            } else {
                forget(entry);
            }
        }
    }

    private void discard(StatefulEntry entry) {
        entry.remove();
        if (entries.remove(entry.key(), entry)) {
            withoutOwn(entry);
            gone(entry);
            released(entry);
        }
    }

    private void gone(StatefulEntry entry) {
        if (replicas != null) {
            replicas.removed(entry.key());
        }
    }

    /** Returns true if the bean is there. */
    public boolean has(Object key) {
        return entries.containsKey(key);
    }

    /** Removes a bean whatever uses it; returns false if it is not there. */
    public boolean remove(Object key) {
        StatefulEntry entry = entries.get(key);
        return entry != null && entry.remove() && removed(entry);
    }

    /**
     * Removes a bean as the {@code remove} methods of its home and component interfaces do.
     *
     * @return false if it is not there
     * @throws RemoveException while it takes part in a transaction, which goes on (4.6.7)
     */
    public boolean removeByClient(Object key) throws RemoveException {
        StatefulEntry entry = entries.get(key);
        if (entry == null) {
            return false;
        }
        if (entry.removeOutsideTransaction()) {
            return removed(entry);
        }
        if (!entry.removed() && entry.inTransaction()) {
            throw new RemoveException("the stateful bean " + model.name()
                    + " takes part in a transaction; remove it when that has ended, or by a @Remove method");
        }
        return false;
    }

    /** Ends a bean that is marked as removed. */
    private boolean removed(StatefulEntry entry) {
        if (entry.instance() == null) {
            try {
                active(entry); // @PreDestroy is called on an active bean (4.6)
            } catch (Refusal e) {
                return true; // it has ended
            }
        }
        end(entry);
        return true;
    }

    /**
     * Ends the beans that have been idle for longer than their time-out. Called now and then.
     *
     * @param idleNanos the time-out
     * @return how many ended
     */
    public int expire(long idleNanos) {
        int count = 0;
        long since = ticker.nanoTime() - idleNanos;
        for (StatefulEntry entry : new ArrayList<>(entries.values())) {
            if (entry.expire(since)) {
                end(entry);
                expired.increment();
                count++;
            }
        }
        return count;
    }

    /** Returns how many beans there are. */
    public int size() {
        return entries.size();
    }

    /** Returns how many beans have ended by their time-out. */
    public long expired() {
        return expired.sum();
    }

    /** Ends all beans; where they have copies, the others go on with them. */
    public void close() {
        if (replicas != null) {
            entries.values().forEach(this::released);
            entries.clear();
            replicas.close();
            closeFiles();
            return;
        }
        for (StatefulEntry entry : new ArrayList<>(entries.values())) {
            entry.remove();
            end(entry);
        }
        closeFiles();
    }

    private void closeFiles() {
        if (passivation != null) {
            passivation.close();
        }
    }
}
