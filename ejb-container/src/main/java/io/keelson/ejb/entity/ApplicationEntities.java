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
