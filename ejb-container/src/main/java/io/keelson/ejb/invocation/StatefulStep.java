package io.keelson.ejb.invocation;

import io.keelson.base.time.Ticker;
import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.model.ApplicationExceptions;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import jakarta.ejb.EJBException;
import jakarta.ejb.NoSuchEJBException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The stateful beans of one kind that live on this server, and the step that finds the one that is called. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3 to 4.6.
 */
public final class StatefulStep implements Step {
    private static final int MOST_TRIES = 5;
    private static final long LOOK_MILLIS = 20;

    private final BeanModel model;
    private final InstanceSource source;
    private final TransactionManager manager;
    private final Ticker ticker;
    private final SessionSynchronizations synchronizations;
    private final Step next;
    private final @Nullable StatefulReplicas replicas;
    private final @Nullable ScheduledExecutorService scheduler;
    private final Map<Object, StatefulEntry> entries = new ConcurrentHashMap<>();
    private final java.util.concurrent.atomic.LongAdder expired = new java.util.concurrent.atomic.LongAdder();

    /** Makes the step, with no bean and without copies elsewhere. */
    public StatefulStep(BeanModel model, InstanceSource source, TransactionManager manager, Ticker ticker, Step next) {
        this(model, source, manager, ticker, next, null, null);
    }

    /**
     * Makes the step, with no bean.
     *
     * @param replicas the copies on other servers; null: none
     * @param scheduler looks again for beans that are in use when others want them; null where there are no copies
     */
    public StatefulStep(
            BeanModel model,
            InstanceSource source,
            TransactionManager manager,
            Ticker ticker,
            Step next,
            @Nullable StatefulReplicas replicas,
            @Nullable ScheduledExecutorService scheduler) {
        this.model = model;
        this.source = source;
        this.manager = manager;
        this.ticker = ticker;
        this.synchronizations = new SessionSynchronizations(model);
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
                source.discard(entry.instance());
            }
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
                            source.discard(entry.instance());
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
        entries.put(key, new StatefulEntry(key, instance, ticker.nanoTime()));
        if (replicas != null) {
            replicas.created(key, instance);
        }
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
        if (copies != null && !entry.removed()) {
            copies.changed(entry.key(), entry.instance());
        }
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        Transaction transaction = model.beanManagedTransactions() ? null : manager.getTransaction();
        StatefulEntry entry = acquired(call, transaction);
        call.instance(entry.instance());
        try {
            return model.beanManagedTransactions() ? withOwn(call, entry) : called(call, entry, transaction);
        } finally {
            entry.release(ticker.nanoTime());
        }
    }

    private @Nullable Object called(BeanCall call, StatefulEntry entry, @Nullable Transaction transaction)
            throws Throwable {
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
            return finished(call, entry);
        } finally {
            entry.own(manager.getTransaction() == null ? null : manager.suspend());
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

    /** What a transaction has used ends with it, so that the transaction's callbacks find it (8.4). */
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
            gone(entry);
            source.destroy(entry.instance());
        }
    }

    private void discard(StatefulEntry entry) {
        entry.remove();
        if (entries.remove(entry.key(), entry)) {
            gone(entry);
            source.discard(entry.instance());
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

    /** Removes a bean on its client's request; returns false if it is not there. */
    public boolean remove(Object key) {
        StatefulEntry entry = entries.get(key);
        if (entry == null || !entry.remove()) {
            return false;
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
            entries.values().forEach(entry -> source.discard(entry.instance()));
            entries.clear();
            replicas.close();
            return;
        }
        for (StatefulEntry entry : new ArrayList<>(entries.values())) {
            entry.remove();
            end(entry);
        }
    }
}
