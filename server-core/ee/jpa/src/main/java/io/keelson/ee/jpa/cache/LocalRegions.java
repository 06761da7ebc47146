package io.keelson.ee.jpa.cache;

import java.util.Map;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.cache.cfg.spi.DomainDataRegionBuildingContext;
import org.hibernate.cache.cfg.spi.DomainDataRegionConfig;
import org.hibernate.cache.spi.DomainDataRegion;
import org.hibernate.cache.spi.support.DomainDataStorageAccess;
import org.hibernate.cache.spi.support.RegionFactoryTemplate;
import org.hibernate.cache.spi.support.StorageAccess;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The regions of one unit. The order of reads and writes of one entry is Hibernate's matter ({@code READ_WRITE} and its like); this keeps
 * entries and drops the least useful ones where there are too many. Thread-safe.
 */
public final class LocalRegions extends RegionFactoryTemplate {
    /** The property for the largest number of entries of a region; of one region with its name behind it. */
    static final String MAXIMUM_ENTRIES = "keelson.cache.maximum-entries";

    private static final long DEFAULT_MAXIMUM = 10_000;
    private static final long serialVersionUID = 1L;

    private final transient @Nullable UnitCache unit;
    private transient Map<String, Object> settings = Map.of();

    /**
     * Makes the regions of a unit.
     *
     * @param unit as the other members of the cluster concern it; null where there are none
     */
    public LocalRegions(@Nullable UnitCache unit) {
        this.unit = unit;
    }

    @Nullable
    UnitCache unit() {
        return unit;
    }

    @Override
    public DomainDataRegion buildDomainDataRegion(
            DomainDataRegionConfig config, DomainDataRegionBuildingContext context) {
        if (unit == null) {
            return super.buildDomainDataRegion(config, context);
        }
        verifyStarted();
        return new MemberRegion(
                config, this, createDomainDataStorageAccess(config, context), getImplicitCacheKeysFactory(), context);
    }

    @Override
    protected void prepareForUse(SessionFactoryOptions options, Map<String, Object> values) {
        settings = values;
        if (unit != null) {
            unit.opened();
        }
    }

    @Override
    protected void releaseFromUse() {
        settings = Map.of();
        if (unit != null) {
            unit.closed();
        }
    }

    @Override
    protected DomainDataStorageAccess createDomainDataStorageAccess(
            DomainDataRegionConfig region, DomainDataRegionBuildingContext context) {
        return new BoundedStorage(maximum(region.getRegionName()));
    }

    @Override
    protected StorageAccess createQueryResultsRegionStorageAccess(String region, SessionFactoryImplementor factory) {
        return new BoundedStorage(maximum(region));
    }

    /** Has one entry a table. None may be lost: a query result would be taken for valid that is older than the table. */
    @Override
    protected StorageAccess createTimestampsRegionStorageAccess(String region, SessionFactoryImplementor factory) {
        return unit == null ? new BoundedStorage(Long.MAX_VALUE) : new Timestamps(unit);
    }

    private long maximum(String region) {
        Object said = settings.getOrDefault(MAXIMUM_ENTRIES + "." + region, settings.get(MAXIMUM_ENTRIES));
        if (said == null) {
            return DEFAULT_MAXIMUM;
        }
        try {
            return Long.parseLong(said.toString().strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    MAXIMUM_ENTRIES + " of the region " + region + " is '" + said + "'; write a number of entries", e);
        }
    }
}
