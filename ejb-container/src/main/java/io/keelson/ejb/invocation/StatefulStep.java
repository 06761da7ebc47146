package io.keelson.ejb.invocation;

import io.keelson.base.time.Ticker;
import io.keelson.ejb.model.ApplicationExceptions;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import jakarta.ejb.NoSuchEJBException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The stateful beans of one kind that live on this server, and the step that finds the one that is called. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3 to 4.6.
 */
public final class StatefulStep implements Step {
    private final BeanModel model;
    private final InstanceSource source;
    private final TransactionManager manager;
    private final Ticker ticker;
    private final SessionSynchronizations synchronizations;
    private final Step next;
    private final Map<Object, StatefulEntry> entries = new ConcurrentHashMap<>();
    private final java.util.concurrent.atomic.LongAdder expired = new java.util.concurrent.atomic.LongAdder();

    /** Makes the step, with no bean. */
    public StatefulStep(BeanModel model, InstanceSource source, TransactionManager manager, Ticker ticker, Step next) {
        this.model = model;
        this.source = source;
        this.manager = manager;
        this.ticker = ticker;
        this.synchronizations = new SessionSynchronizations(model);
        this.next = next;
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
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        Object key = call.key();
        StatefulEntry entry = key == null ? null : entries.get(key);
        Transaction transaction = model.beanManagedTransactions() ? null : manager.getTransaction();
        if (entry == null || !entry.acquire(call.method(), transaction)) {
            throw new Refusal(new NoSuchEJBException("the stateful bean " + model.name()
                    + " was removed, timed out, or ended with its server; look it up again"));
        }
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
        }
        return result;
    }

    /** What a transaction has used ends with it, so that the transaction's callbacks find it (8.4). */
    private void remove(StatefulEntry entry) {
        entry.remove();
        if (!entry.bound()) {
            end(entry);
        }
    }

    private void ended(StatefulEntry entry) {
        entry.unbind();
        if (entry.removed()) {
            end(entry);
        }
    }

    private void end(StatefulEntry entry) {
        if (entries.remove(entry.key(), entry)) {
            source.destroy(entry.instance());
        }
    }

    private void discard(StatefulEntry entry) {
        entry.remove();
        if (entries.remove(entry.key(), entry)) {
            source.discard(entry.instance());
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

    /** Ends all beans. */
    public void close() {
        for (StatefulEntry entry : new ArrayList<>(entries.values())) {
            entry.remove();
            end(entry);
        }
    }
}
