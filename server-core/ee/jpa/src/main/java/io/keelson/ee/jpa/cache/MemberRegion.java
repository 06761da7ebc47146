package io.keelson.ee.jpa.cache;

import org.hibernate.cache.cfg.spi.CollectionDataCachingConfig;
import org.hibernate.cache.cfg.spi.DomainDataRegionBuildingContext;
import org.hibernate.cache.cfg.spi.DomainDataRegionConfig;
import org.hibernate.cache.cfg.spi.EntityDataCachingConfig;
import org.hibernate.cache.cfg.spi.NaturalIdDataCachingConfig;
import org.hibernate.cache.spi.CacheKeysFactory;
import org.hibernate.cache.spi.access.CollectionDataAccess;
import org.hibernate.cache.spi.access.EntityDataAccess;
import org.hibernate.cache.spi.access.NaturalIdDataAccess;
import org.hibernate.cache.spi.support.DomainDataRegionTemplate;
import org.hibernate.cache.spi.support.DomainDataStorageAccess;

/** A region on a member of a cluster. Its accesses are made within the constructor of its superclass, so it has no field. Thread-safe. */
final class MemberRegion extends DomainDataRegionTemplate {
    MemberRegion(
            DomainDataRegionConfig config,
            LocalRegions regions,
            DomainDataStorageAccess storage,
            CacheKeysFactory keys,
            DomainDataRegionBuildingContext context) {
        super(config, regions, storage, keys, context);
    }

    private UnitCache unit() {
        UnitCache unit = ((LocalRegions) getRegionFactory()).unit();
        if (unit == null) {
            throw new IllegalStateException("the region " + getName() + " is of no member of a cluster");
        }
        return unit;
    }

    @Override
    public EntityDataAccess generateEntityAccess(EntityDataCachingConfig config) {
        return new MemberEntities(
                super.generateEntityAccess(config),
                unit(),
                config.getNavigableRole().getFullPath(),
                getSessionFactory());
    }

    @Override
    public CollectionDataAccess generateCollectionAccess(CollectionDataCachingConfig config) {
        return new MemberCollections(
                super.generateCollectionAccess(config),
                unit(),
                config.getNavigableRole().getFullPath(),
                getSessionFactory());
    }

    @Override
    public NaturalIdDataAccess generateNaturalIdAccess(NaturalIdDataCachingConfig config) {
        return new MemberNaturalIds(
                super.generateNaturalIdAccess(config),
                unit(),
                config.getNavigableRole().getFullPath());
    }
}
