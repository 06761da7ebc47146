package io.keelson.ee.jpa.context;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.TransactionRequiredException;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.metamodel.Metamodel;

/**
 * An entity manager that the container manages: it cannot be closed, and has no transactions of its own.
 *
 * <p>Specification: Persistence 3.2, 7.1 Persistence Contexts and 7.9.1 Container Responsibilities.
 */
abstract class ContainerEntityManager extends ForwardingEntityManager {
    private final UnitContexts contexts;

    ContainerEntityManager(UnitContexts contexts) {
        this.contexts = contexts;
    }

    final UnitContexts contexts() {
        return contexts;
    }

    final TransactionRequiredException noTransaction(String operation) {
        return new TransactionRequiredException(
                "the entity manager of the unit '" + contexts.unit() + "' was called to " + operation
                        + " without a transaction; begin one, or make the method @Transactional");
    }

    @Override
    public final void close() {
        throw new IllegalStateException("the entity manager of the unit '" + contexts.unit()
                + "' is managed by the container and must not be closed by the application");
    }

    @Override
    public final boolean isOpen() {
        return true;
    }

    @Override
    public final EntityTransaction getTransaction() {
        throw new IllegalStateException("the entity manager of the unit '" + contexts.unit()
                + "' takes part in transactions of the container; use UserTransaction or @Transactional");
    }

    @Override
    public final void joinTransaction() {
        if (!contexts.inTransaction()) {
            throw noTransaction("join a transaction");
        }
        required("join a transaction").joinTransaction();
    }

    @Override
    public final EntityManagerFactory getEntityManagerFactory() {
        return contexts.factory();
    }

    @Override
    public final CriteriaBuilder getCriteriaBuilder() {
        return contexts.factory().getCriteriaBuilder();
    }

    @Override
    public final Metamodel getMetamodel() {
        return contexts.factory().getMetamodel();
    }

    @Override
    public final Object getDelegate() {
        return unwrap(EntityManager.class);
    }
}
