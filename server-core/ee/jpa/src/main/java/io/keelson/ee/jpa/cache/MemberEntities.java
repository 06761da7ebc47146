package io.keelson.ee.jpa.cache;

import io.keelson.ee.jpa.cache.CacheChange.Kind;
import org.hibernate.cache.spi.access.EntityDataAccess;
import org.hibernate.cache.spi.access.SoftLock;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Cached entities of one hierarchy. Thread-safe. */
final class MemberEntities extends MemberAccess<EntityDataAccess> implements EntityDataAccess {
    private final SessionFactoryImplementor factory;

    MemberEntities(EntityDataAccess access, UnitCache unit, String entity, SessionFactoryImplementor factory) {
        super(access, unit, Kind.ENTITY, entity);
        this.factory = factory;
        register();
    }

    @Override
    @Nullable
    Object keyOf(Object id) {
        // With tenants there is a key for each of them.
        return factory.getSessionFactoryOptions().isMultiTenancyEnabled()
                ? null
                : access.generateCacheKey(id, factory.getMappingMetamodel().getEntityDescriptor(role), factory, null);
    }

    @Override
    @Nullable
    Object idOf(Object key) {
        return access.getCacheKeyId(key);
    }

    @Override
    public Object generateCacheKey(Object id, EntityPersister persister, SessionFactoryImplementor of, String tenant) {
        return access.generateCacheKey(id, persister, of, tenant);
    }

    @Override
    public Object getCacheKeyId(Object key) {
        return access.getCacheKeyId(key);
    }

    @Override
    public boolean insert(SharedSessionContractImplementor session, Object key, Object value, Object version) {
        return access.insert(session, key, value, version);
    }

    /** No other member has an entity that was not there. */
    @Override
    public boolean afterInsert(SharedSessionContractImplementor session, Object key, Object value, Object version) {
        return access.afterInsert(session, key, value, version);
    }

    @Override
    public boolean update(
            SharedSessionContractImplementor session, Object key, Object value, Object version, Object previous) {
        return access.update(session, key, value, version, previous);
    }

    @Override
    public boolean afterUpdate(
            SharedSessionContractImplementor session,
            Object key,
            Object value,
            Object version,
            Object previous,
            SoftLock lock) {
        boolean put = access.afterUpdate(session, key, value, version, previous, lock);
        tell(key);
        return put;
    }
}
