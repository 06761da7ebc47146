package io.keelson.ee.jpa.context;

import io.keelson.component.spi.ExtendedContext;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.persistence.SynchronizationType;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An extended persistence context as one stateful bean has it: one entity manager from the making of the bean to its end. The container
 * of the bean has it join before each of the bean's methods, and ends it when the bean is removed. Beans that inherit the context share
 * the entity manager, which is closed with the last of them. Used by one thread at a time, as the bean is.
 *
 * <p>Specification: Persistence 3.2, 7.6.3 Container-managed Extended Persistence Context.
 */
public final class ExtendedEntityManager extends ContainerEntityManager implements ExtendedContext {
    private final EntityManager manager;
    private final SynchronizationType type;
    private final AtomicInteger beans;
    private boolean ended;

    private ExtendedEntityManager(
            UnitContexts contexts, EntityManager manager, SynchronizationType type, AtomicInteger beans) {
        super(contexts);
        this.manager = manager;
        this.type = type;
        this.beans = beans;
    }

    /** Opens a new context. */
    public static ExtendedEntityManager open(
            UnitContexts contexts, Map<String, Object> properties, SynchronizationType type) {
        return new ExtendedEntityManager(contexts, contexts.open(properties, type), type, new AtomicInteger(1));
    }

    @Override
    public boolean synchronised() {
        return type == SynchronizationType.SYNCHRONIZED;
    }

    @Override
    public ExtendedEntityManager inherited() {
        beans.incrementAndGet();
        return new ExtendedEntityManager(contexts(), manager, type, beans);
    }

    @Override
    public void join() {
        contexts().associate(manager, type);
    }

    @Override
    public void end() {
        if (!ended) {
            ended = true;
            if (beans.decrementAndGet() == 0 && manager.isOpen()) {
                manager.close();
            }
        }
    }

    /** An extended context may collect changes without a transaction: they are written with the next one. */
    @Override
    EntityManager required(String operation) {
        join();
        return manager;
    }

    @Override
    <R extends @Nullable Object> R with(Function<EntityManager, R> operation) {
        join();
        return operation.apply(manager);
    }

    @Override
    <Q extends Query> Q query(Class<Q> kind, Function<EntityManager, Q> creation) {
        join();
        return creation.apply(manager);
    }

    @Override
    public boolean isJoinedToTransaction() {
        return manager.isJoinedToTransaction();
    }

    @Override
    public <T> T unwrap(Class<T> target) {
        join();
        return target == EntityManager.class ? target.cast(manager) : manager.unwrap(target);
    }

    @Override
    public String toString() {
        return "extended entity manager of the unit '" + contexts().unit() + "'";
    }
}
