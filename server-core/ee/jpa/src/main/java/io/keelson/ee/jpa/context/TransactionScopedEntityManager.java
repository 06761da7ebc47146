package io.keelson.ee.jpa.context;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.persistence.SynchronizationType;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The entity manager that is injected for {@code PersistenceContextType.TRANSACTION}: each call reaches the persistence context of the
 * thread's transaction. Without a transaction each call has a context of its own, and what it finds is detached. Thread-safe.
 *
 * <p>Specification: Persistence 3.2, 7.6.2 Container-managed Transaction-scoped Persistence Context.
 */
public final class TransactionScopedEntityManager extends ContainerEntityManager {
    private final Map<String, Object> properties;
    private final SynchronizationType type;

    /**
     * An entity manager for one injection point or reference.
     *
     * @param properties of the reference, for the contexts that it makes
     */
    public TransactionScopedEntityManager(
            UnitContexts contexts, Map<String, Object> properties, SynchronizationType type) {
        super(contexts);
        this.properties = Map.copyOf(properties);
        this.type = type;
    }

    private @Nullable EntityManager current() {
        return contexts().current(properties, type);
    }

    @Override
    EntityManager required(String operation) {
        EntityManager current = current();
        if (current == null) {
            throw noTransaction(operation);
        }
        return current;
    }

    @Override
    <R extends @Nullable Object> R with(Function<EntityManager, R> operation) {
        EntityManager current = current();
        if (current != null) {
            return operation.apply(current);
        }
        try (EntityManager once = contexts().open(properties, type)) {
            return operation.apply(once);
        }
    }

    @Override
    <Q extends Query> Q query(Class<Q> kind, Function<EntityManager, Q> creation) {
        EntityManager current = current();
        return current != null
                ? creation.apply(current)
                : DetachingQuery.of(kind, () -> contexts().open(properties, type), creation);
    }

    @Override
    public boolean isJoinedToTransaction() {
        EntityManager current = current();
        return current != null && current.isJoinedToTransaction();
    }

    /**
     * Without a transaction this opens an entity manager that nobody closes; it keeps no connection between its statements.
     */
    @Override
    public <T> T unwrap(Class<T> target) {
        EntityManager current = current();
        EntityManager behind = current != null ? current : contexts().open(properties, type);
        return target == EntityManager.class ? target.cast(behind) : behind.unwrap(target);
    }

    @Override
    public String toString() {
        return "transaction-scoped entity manager of the unit '" + contexts().unit() + "'";
    }
}
