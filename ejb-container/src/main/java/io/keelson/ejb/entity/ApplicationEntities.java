package io.keelson.ejb.entity;

import io.keelson.kernel.spi.transaction.TransactionControl;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The entity objects of an application, by transaction. Thread-safe; the monitor of {@code recent} guards it. */
public final class ApplicationEntities {
    private final TransactionControl transactions;
    /** So many transactions that have ended are remembered, for messages about those that lost against them. */
    private static final int MOST_RECENT = 32;

    private final AtomicLong sequence = new AtomicLong();
    private final Deque<TransactionEntities> recent = new ArrayDeque<>();
    private final Set<TransactionEntities> running = ConcurrentHashMap.newKeySet();
    private final Map<String, EntityStep> steps = new ConcurrentHashMap<>();

    private final EntityChanges changes;

    /**
     * Makes it for an application.
     *
     * @param changes tells other servers what transactions have changed
     */
    public ApplicationEntities(TransactionControl transactions, EntityChanges changes) {
        this.transactions = transactions;
        this.changes = changes;
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
        TransactionEntities begun = new TransactionEntities(this, sequence.incrementAndGet());
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

    /** Makes what another server has changed stale here. Reads no class of the application but that of the key. */
    void stale(EntityChanges.Stale stale) {
        EntityStep step = steps.get(stale.bean());
        if (step != null) {
            step.stale(stale.key());
        }
    }

    /** Makes all cached states stale. */
    void allStale() {
        steps.values().forEach(step -> step.stale(""));
    }

    /** Returns the text by which other servers know a key of a bean; empty: all of the bean. */
    String text(String bean, Object key) {
        EntityStep step = steps.get(bean);
        return step == null ? "" : step.text(key);
    }

    /** Returns true if other servers may cache the same entity objects. */
    boolean shared() {
        return changes != EntityChanges.NOBODY;
    }

    /** Tells other servers what a transaction has changed. */
    void committed(Set<EntityChanges.Stale> stale) {
        if (!stale.isEmpty()) {
            changes.committed(stale);
        }
    }

    void ended(TransactionEntities transaction) {
        transaction.endedAs(sequence.incrementAndGet());
        synchronized (recent) {
            recent.addFirst(transaction);
            if (recent.size() > MOST_RECENT) {
                recent.removeLast();
            }
        }
        running.remove(transaction);
    }

    /**
     * Returns a transaction that uses an entity object which this one uses too; null: there is none. A rival that has won may have ended
     * already when its victim hears of it.
     */
    @Nullable
    TransactionEntities rival(TransactionEntities of) {
        for (TransactionEntities each : running) {
            if (each != of && each.shares(of)) {
                return each;
            }
        }
        synchronized (recent) {
            for (TransactionEntities each : recent) {
                if (each != of && each.endedAfter(of) && each.shares(of)) {
                    return each;
                }
            }
        }
        return null;
    }
}
