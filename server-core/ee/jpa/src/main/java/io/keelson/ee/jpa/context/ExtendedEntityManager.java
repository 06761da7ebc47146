package io.keelson.ee.jpa.context;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.persistence.SynchronizationType;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An extended persistence context: one entity manager from the making of a stateful bean to its end. The container of the bean makes it, calls
 * {@link #enter} before each of the bean's methods, and {@link #end} when the bean is removed. Used by one thread at a time, as the bean is.
 *
 * <p>Specification: Persistence 3.2, 7.6.3 Container-managed Extended Persistence Context.
 */
public final class ExtendedEntityManager extends ContainerEntityManager {
    private final EntityManager manager;
    private final SynchronizationType type;

    private ExtendedEntityManager(UnitContexts contexts, EntityManager manager, SynchronizationType type) {
        super(contexts);
        this.manager = manager;
        this.type = type;
    }

    /** A new context. */
    public static ExtendedEntityManager open(
            UnitContexts contexts, Map<String, Object> properties, SynchronizationType type) {
        return new ExtendedEntityManager(contexts, contexts.open(properties, type), type);
    }

    /** Another bean's view of the same context (7.6.3.1 Inheritance of Extended Persistence Context). */
    public ExtendedEntityManager inherited() {
        return new ExtendedEntityManager(contexts(), manager, type);
    }

    /**
     * Joins the thread's transaction, where there is one.
     *
     * @throws IllegalStateException when that has another persistence context of the unit
     */
    public void enter() {
        contexts().associate(manager, type);
    }

    /** Ends the context, when the last bean that has it is removed. */
    public void end() {
        if (manager.isOpen()) {
            manager.close();
        }
    }

    /** An extended context may collect changes without a transaction: they are written with the next one. */
    @Override
    EntityManager required(String operation) {
        enter();
        return manager;
    }

    @Override
    <R extends @Nullable Object> R with(Function<EntityManager, R> operation) {
        enter();
        return operation.apply(manager);
    }

    @Override
    <Q extends Query> Q query(Class<Q> kind, Function<EntityManager, Q> creation) {
        enter();
        return creation.apply(manager);
    }

    @Override
    public boolean isJoinedToTransaction() {
        return manager.isJoinedToTransaction();
    }

    @Override
    public <T> T unwrap(Class<T> target) {
        enter();
        return target == EntityManager.class ? target.cast(manager) : manager.unwrap(target);
    }

    @Override
    public String toString() {
        return "extended entity manager of the unit '" + contexts().unit() + "'";
    }
}
