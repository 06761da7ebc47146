package io.keelson.ee.jpa.context;

import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.ConnectionConsumer;
import jakarta.persistence.ConnectionFunction;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FindOption;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.LockOption;
import jakarta.persistence.Query;
import jakarta.persistence.RefreshOption;
import jakarta.persistence.StoredProcedureQuery;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.TypedQueryReference;
import jakarta.persistence.criteria.CriteriaDelete;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.CriteriaUpdate;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The methods of an entity manager, each handed to the one behind it in one of three ways: {@link #required} for those that need a
 * transaction, {@link #with} for those that also work without, {@link #query} for what is executed later.
 *
 * <p>Specification: Persistence 3.2, 3.1.1 EntityManager Interface.
 */
abstract class ForwardingEntityManager implements EntityManager {
    private static final String LOCKED_FIND = "find with a lock";

    /**
     * The entity manager for an operation that needs a transaction.
     *
     * @param operation for the message where there is none
     */
    abstract EntityManager required(String operation);

    /** Does something with the entity manager of the moment. */
    abstract <R extends @Nullable Object> R with(Function<EntityManager, R> operation);

    /** Makes a query that works with the entity manager of the moment. */
    abstract <Q extends Query> Q query(Class<Q> type, Function<EntityManager, Q> creation);

    @SuppressWarnings({"unchecked", "rawtypes"}) // the type of results is not known at run time
    private <T> TypedQuery<T> typed(Function<EntityManager, TypedQuery<T>> creation) {
        return query(TypedQuery.class, (Function<EntityManager, TypedQuery>) (Function<?, ?>) creation);
    }

    private void run(Consumer<EntityManager> operation) {
        with(em -> {
            operation.accept(em);
            return true;
        });
    }

    private static boolean locked(Object... options) {
        for (Object option : options) {
            if (option instanceof LockModeType lock && lock != LockModeType.NONE) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void persist(Object entity) {
        required("persist").persist(entity);
    }

    @Override
    public <T> T merge(T entity) {
        return required("merge").merge(entity);
    }

    @Override
    public void remove(Object entity) {
        required("remove").remove(entity);
    }

    @Override
    public <T> @Nullable T find(Class<T> type, Object key) {
        return with(em -> em.find(type, key));
    }

    @Override
    public <T> @Nullable T find(Class<T> type, Object key, Map<String, Object> properties) {
        return with(em -> em.find(type, key, properties));
    }

    @Override
    public <T> @Nullable T find(Class<T> type, Object key, LockModeType lock) {
        return locked(lock) ? required(LOCKED_FIND).find(type, key, lock) : with(em -> em.find(type, key, lock));
    }

    @Override
    public <T> @Nullable T find(Class<T> type, Object key, LockModeType lock, Map<String, Object> properties) {
        return locked(lock)
                ? required(LOCKED_FIND).find(type, key, lock, properties)
                : with(em -> em.find(type, key, lock, properties));
    }

    @Override
    public <T> @Nullable T find(Class<T> type, Object key, FindOption... options) {
        return locked((Object[]) options)
                ? required(LOCKED_FIND).find(type, key, options)
                : with(em -> em.find(type, key, options));
    }

    @Override
    public <T> @Nullable T find(EntityGraph<T> graph, Object key, FindOption... options) {
        return locked((Object[]) options)
                ? required(LOCKED_FIND).find(graph, key, options)
                : with(em -> em.find(graph, key, options));
    }

    @Override
    public <T> T getReference(Class<T> type, Object key) {
        return with(em -> em.getReference(type, key));
    }

    @Override
    public <T> T getReference(T entity) {
        return with(em -> em.getReference(entity));
    }

    @Override
    public void flush() {
        required("flush").flush();
    }

    @Override
    public void setFlushMode(FlushModeType mode) {
        run(em -> em.setFlushMode(mode));
    }

    @Override
    public FlushModeType getFlushMode() {
        return with(em -> em.getFlushMode());
    }

    @Override
    public void lock(Object entity, LockModeType lock) {
        required("lock").lock(entity, lock);
    }

    @Override
    public void lock(Object entity, LockModeType lock, Map<String, Object> properties) {
        required("lock").lock(entity, lock, properties);
    }

    @Override
    public void lock(Object entity, LockModeType lock, LockOption... options) {
        required("lock").lock(entity, lock, options);
    }

    @Override
    public void refresh(Object entity) {
        required("refresh").refresh(entity);
    }

    @Override
    public void refresh(Object entity, Map<String, Object> properties) {
        required("refresh").refresh(entity, properties);
    }

    @Override
    public void refresh(Object entity, LockModeType lock) {
        required("refresh").refresh(entity, lock);
    }

    @Override
    public void refresh(Object entity, LockModeType lock, Map<String, Object> properties) {
        required("refresh").refresh(entity, lock, properties);
    }

    @Override
    public void refresh(Object entity, RefreshOption... options) {
        required("refresh").refresh(entity, options);
    }

    @Override
    public void clear() {
        run(em -> em.clear());
    }

    @Override
    public void detach(Object entity) {
        run(em -> em.detach(entity));
    }

    @Override
    public boolean contains(Object entity) {
        return with(em -> em.contains(entity));
    }

    @Override
    public LockModeType getLockMode(Object entity) {
        return required("getLockMode").getLockMode(entity);
    }

    @Override
    public void setCacheRetrieveMode(CacheRetrieveMode mode) {
        run(em -> em.setCacheRetrieveMode(mode));
    }

    @Override
    public void setCacheStoreMode(CacheStoreMode mode) {
        run(em -> em.setCacheStoreMode(mode));
    }

    @Override
    public CacheRetrieveMode getCacheRetrieveMode() {
        return with(em -> em.getCacheRetrieveMode());
    }

    @Override
    public CacheStoreMode getCacheStoreMode() {
        return with(em -> em.getCacheStoreMode());
    }

    @Override
    public void setProperty(String name, Object value) {
        run(em -> em.setProperty(name, value));
    }

    @Override
    public Map<String, Object> getProperties() {
        return with(em -> em.getProperties());
    }

    @Override
    public Query createQuery(String text) {
        return query(Query.class, em -> em.createQuery(text));
    }

    @Override
    public <T> TypedQuery<T> createQuery(CriteriaQuery<T> criteria) {
        return typed(em -> em.createQuery(criteria));
    }

    @Override
    public <T> TypedQuery<T> createQuery(CriteriaSelect<T> criteria) {
        return typed(em -> em.createQuery(criteria));
    }

    @Override
    public Query createQuery(CriteriaUpdate<?> criteria) {
        return query(Query.class, em -> em.createQuery(criteria));
    }

    @Override
    public Query createQuery(CriteriaDelete<?> criteria) {
        return query(Query.class, em -> em.createQuery(criteria));
    }

    @Override
    public <T> TypedQuery<T> createQuery(String text, Class<T> type) {
        return typed(em -> em.createQuery(text, type));
    }

    @Override
    public Query createNamedQuery(String text) {
        return query(Query.class, em -> em.createNamedQuery(text));
    }

    @Override
    public <T> TypedQuery<T> createNamedQuery(String text, Class<T> type) {
        return typed(em -> em.createNamedQuery(text, type));
    }

    @Override
    public <T> TypedQuery<T> createQuery(TypedQueryReference<T> reference) {
        return typed(em -> em.createQuery(reference));
    }

    @Override
    public Query createNativeQuery(String text) {
        return query(Query.class, em -> em.createNativeQuery(text));
    }

    @Override
    public <T> Query createNativeQuery(String text, Class<T> type) {
        return query(Query.class, em -> em.createNativeQuery(text, type));
    }

    @Override
    public Query createNativeQuery(String text, String mapping) {
        return query(Query.class, em -> em.createNativeQuery(text, mapping));
    }

    @Override
    public StoredProcedureQuery createNamedStoredProcedureQuery(String text) {
        return query(StoredProcedureQuery.class, em -> em.createNamedStoredProcedureQuery(text));
    }

    @Override
    public StoredProcedureQuery createStoredProcedureQuery(String text) {
        return query(StoredProcedureQuery.class, em -> em.createStoredProcedureQuery(text));
    }

    @Override
    public StoredProcedureQuery createStoredProcedureQuery(String text, Class<?>... results) {
        return query(StoredProcedureQuery.class, em -> em.createStoredProcedureQuery(text, results));
    }

    @Override
    public StoredProcedureQuery createStoredProcedureQuery(String text, String... results) {
        return query(StoredProcedureQuery.class, em -> em.createStoredProcedureQuery(text, results));
    }

    @Override
    public <T> EntityGraph<T> createEntityGraph(Class<T> type) {
        return with(em -> em.createEntityGraph(type));
    }

    @Override
    public EntityGraph<?> createEntityGraph(String name) {
        return with(em -> em.createEntityGraph(name));
    }

    @Override
    public EntityGraph<?> getEntityGraph(String name) {
        return with(em -> em.getEntityGraph(name));
    }

    @Override
    public <T> List<EntityGraph<? super T>> getEntityGraphs(Class<T> type) {
        return with(em -> em.getEntityGraphs(type));
    }

    @Override
    public <C> void runWithConnection(ConnectionConsumer<C> work) {
        run(em -> em.runWithConnection(work));
    }

    @Override
    public <C, T> T callWithConnection(ConnectionFunction<C, T> work) {
        return with(em -> em.callWithConnection(work));
    }
}
