package io.keelson.ee.jpa.cache;

import io.keelson.ee.jpa.cache.CacheChange.Kind;
import org.hibernate.cache.spi.access.NaturalIdDataAccess;
import org.hibernate.cache.spi.access.SoftLock;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/** Cached natural identifiers of one hierarchy. A change of one drops all of them on the other members. Thread-safe. */
final class MemberNaturalIds extends MemberAccess<NaturalIdDataAccess> implements NaturalIdDataAccess {
    MemberNaturalIds(NaturalIdDataAccess access, UnitCache unit, String entity) {
        super(access, unit, Kind.NATURAL_ID, entity);
        register();
    }

    @Override
    @Nullable
    Object keyOf(Object id) {
        return null;
    }

    @Override
    @Nullable
    Object idOf(Object key) {
        return null;
    }

    @Override
    public Object generateCacheKey(Object values, EntityPersister persister, SharedSessionContractImplementor session) {
        return access.generateCacheKey(values, persister, session);
    }

    @Override
    public Object getNaturalIdValues(Object key) {
        return access.getNaturalIdValues(key);
    }

    @Override
    public boolean insert(SharedSessionContractImplementor session, Object key, Object value) {
        return access.insert(session, key, value);
    }

    @Override
    public boolean afterInsert(SharedSessionContractImplementor session, Object key, Object value) {
        return access.afterInsert(session, key, value);
    }

    @Override
    public boolean update(SharedSessionContractImplementor session, Object key, Object value) {
        return access.update(session, key, value);
    }

    @Override
    public boolean afterUpdate(SharedSessionContractImplementor session, Object key, Object value, SoftLock lock) {
        boolean put = access.afterUpdate(session, key, value, lock);
        tell(key);
        return put;
    }
}
