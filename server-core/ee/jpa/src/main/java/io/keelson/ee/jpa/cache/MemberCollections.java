package io.keelson.ee.jpa.cache;

import io.keelson.ee.jpa.cache.CacheChange.Kind;
import org.hibernate.cache.spi.access.CollectionDataAccess;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.persister.collection.CollectionPersister;
import org.jspecify.annotations.Nullable;

/** Cached collections of one role. Thread-safe. */
final class MemberCollections extends MemberAccess<CollectionDataAccess> implements CollectionDataAccess {
    private final SessionFactoryImplementor factory;

    MemberCollections(CollectionDataAccess access, UnitCache unit, String role, SessionFactoryImplementor factory) {
        super(access, unit, Kind.COLLECTION, role);
        this.factory = factory;
        register();
    }

    @Override
    @Nullable
    Object keyOf(Object id) {
        return factory.getSessionFactoryOptions().isMultiTenancyEnabled()
                ? null
                : access.generateCacheKey(
                        id, factory.getMappingMetamodel().getCollectionDescriptor(role), factory, null);
    }

    @Override
    @Nullable
    Object idOf(Object key) {
        return access.getCacheKeyId(key);
    }

    @Override
    public Object generateCacheKey(
            Object id, CollectionPersister persister, SessionFactoryImplementor of, String tenant) {
        return access.generateCacheKey(id, persister, of, tenant);
    }

    @Override
    public Object getCacheKeyId(Object key) {
        return access.getCacheKeyId(key);
    }
}
