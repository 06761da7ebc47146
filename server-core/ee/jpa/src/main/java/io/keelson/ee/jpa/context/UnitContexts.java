package io.keelson.ee.jpa.context;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.SynchronizationType;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The persistence contexts of one unit: which one a transaction has, and how it gets and loses it. Thread-safe; the state is the
 * transaction's.
 *
 * <p>Specification: Persistence 3.2, 7.6 Container-managed Persistence Contexts and 7.9 Container and Provider Contracts.
 */
public final class UnitContexts {
    private final String unit;
    private final Supplier<EntityManagerFactory> factory;
    private final TransactionSynchronizationRegistry registry;
    private final Object key = new Object();

    /**
     * The contexts of a unit.
     *
     * @param unit its name, for messages
     * @param factory gives the unit's factory; may make it
     * @param registry of the server's transactions
     */
    public UnitContexts(
            String unit, Supplier<EntityManagerFactory> factory, TransactionSynchronizationRegistry registry) {
        this.unit = unit;
        this.factory = factory;
        this.registry = registry;
    }

    /** A context that a transaction has, with how it was asked for. */
    private record Associated(EntityManager manager, boolean synchronised, boolean extended) {}

    /** Returns the unit's name. */
    public String unit() {
        return unit;
    }

    /** Returns the unit's factory; may build it. */
    public EntityManagerFactory factory() {
        return factory.get();
    }

    EntityManager open(Map<String, Object> properties, SynchronizationType type) {
        EntityManagerFactory made = factory.get();
        return properties.isEmpty() ? made.createEntityManager(type) : made.createEntityManager(type, properties);
    }

    /** Returns true if the thread has a transaction that work can still be done in. */
    public boolean inTransaction() {
        int status = registry.getTransactionStatus();
        return status == Status.STATUS_ACTIVE
                || status == Status.STATUS_MARKED_ROLLBACK
                || status == Status.STATUS_PREPARING; // synchronizations run then
    }

    /**
     * The context of the thread's transaction, made where it has none yet; null without a transaction.
     *
     * @throws IllegalStateException when the transaction has an unsynchronized one and a synchronized one is asked for
     */
    @Nullable
    EntityManager current(Map<String, Object> properties, SynchronizationType type) {
        if (!inTransaction()) {
            return null;
        }
        boolean synchronised = type == SynchronizationType.SYNCHRONIZED;
        if (registry.getResource(key) instanceof Associated there) {
            if (synchronised && !there.synchronised() && !there.manager().isJoinedToTransaction()) {
                throw new IllegalStateException(
                        "the transaction has an unsynchronized persistence context of the unit '" + unit
                                + "', and a synchronized one was asked for; use one synchronization type in a transaction, "
                                + "or call joinTransaction first");
            }
            return there.manager();
        }
        EntityManager made = open(properties, type);
        registry.putResource(key, new Associated(made, synchronised, false));
        registry.registerInterposedSynchronization(new Closing(made, Thread.currentThread()));
        return made;
    }

    /**
     * Puts an extended context into the thread's transaction; without one it does nothing.
     *
     * @throws IllegalStateException when the transaction already has another context of the unit
     */
    void associate(EntityManager extended, SynchronizationType type) {
        if (!inTransaction()) {
            return;
        }
        if (registry.getResource(key) instanceof Associated there) {
            if (there.manager() != extended) {
                throw new IllegalStateException("the transaction already has a persistence context of the unit '" + unit
                        + "', which is not the bean's extended one; call the bean before other components use the "
                        + "unit in that transaction");
            }
            return;
        }
        boolean synchronised = type == SynchronizationType.SYNCHRONIZED;
        registry.putResource(key, new Associated(extended, synchronised, true));
        if (synchronised) {
            extended.joinTransaction();
        }
    }

    /** The extended context that the thread's transaction has; null where it has none. */
    @Nullable
    EntityManager extendedOfTransaction() {
        return inTransaction() && registry.getResource(key) instanceof Associated there && there.extended()
                ? there.manager()
                : null;
    }

    /**
     * Closes a context when its transaction has ended. One that ends on another thread, as by a time-out, may be in use: it is left
     * alone.
     */
    private record Closing(EntityManager manager, Thread user) implements Synchronization {
        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            if (Thread.currentThread() == user && manager.isOpen()) {
                manager.close();
            }
        }
    }
}
