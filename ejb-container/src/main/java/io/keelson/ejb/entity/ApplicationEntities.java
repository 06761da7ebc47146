package io.keelson.ejb.entity;

import io.keelson.kernel.spi.transaction.TransactionControl;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The entity objects of an application, by transaction. Thread-safe. */
public final class ApplicationEntities {
    private final TransactionControl transactions;
    private final Set<TransactionEntities> running = ConcurrentHashMap.newKeySet();
    private final Map<String, EntityStep> steps = new ConcurrentHashMap<>();

    /** Makes it for an application. */
    public ApplicationEntities(TransactionControl transactions) {
        this.transactions = transactions;
    }

    /** Returns the entity objects of the calling thread's transaction; null where it has none. */
    @Nullable
    public TransactionEntities current() {
        if (transactions.current() == null) {
            return null;
        }
        Object kept = transactions.kept(this);
        if (kept != null) {
            return (TransactionEntities) kept;
        }
        TransactionEntities begun = new TransactionEntities(this);
        transactions.synchronise(begun.synchronization());
        transactions.keep(this, begun);
        running.add(begun);
        return begun;
    }

    /** Adds a bean, which others may invalidate. */
    public void add(EntityStep step) {
        steps.put(step.name(), step);
    }

    void invalidate(List<String> beans, Object key) {
        for (String each : beans) {
            EntityStep step = steps.get(each);
            if (step != null) {
                step.invalidate(key);
            }
        }
    }

    void ended(TransactionEntities transaction) {
        running.remove(transaction);
    }

    /** Returns a transaction that uses an entity object which this one uses too; null: there is none. */
    @Nullable
    TransactionEntities rival(TransactionEntities of) {
        for (TransactionEntities each : running) {
            if (each != of && each.shares(of)) {
                return each;
            }
        }
        return null;
    }
}
