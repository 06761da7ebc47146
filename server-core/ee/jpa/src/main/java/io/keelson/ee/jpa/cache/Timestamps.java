package io.keelson.ee.jpa.cache;

import io.keelson.ee.jpa.cache.CacheChange.Kind;
import org.hibernate.cache.spi.support.SimpleTimestamper;
import org.hibernate.cache.spi.support.StorageAccess;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/**
 * The times at which tables were changed last, by this server or another member; results of queries that are older do not count. A
 * change that is under way has a time to come, and is told when it is committed. Thread-safe.
 */
final class Timestamps implements StorageAccess {
    private final BoundedStorage times = new BoundedStorage(Long.MAX_VALUE);
    private final UnitCache unit;
    private volatile long allChanged = Long.MIN_VALUE;

    Timestamps(UnitCache unit) {
        this.unit = unit;
        unit.add(this);
    }

    /** Another member has changed a table. */
    void changed(String table, long at) {
        times.raise(table, at);
    }

    /** Other members may have changed anything. */
    void allChanged(long at) {
        allChanged = at;
    }

    @Override
    public @Nullable Object getFromCache(Object key, SharedSessionContractImplementor session) {
        Object time = times.getFromCache(key, session);
        long all = allChanged;
        if (all == Long.MIN_VALUE) {
            return time;
        }
        return time instanceof Long own && own > all ? own : Long.valueOf(all);
    }

    @Override
    public void putIntoCache(Object key, Object value, SharedSessionContractImplementor session) {
        times.putIntoCache(key, value, session);
        if (value instanceof Long at && at <= SimpleTimestamper.next()) {
            unit.tell(Kind.TABLE, key.toString(), null);
        }
    }

    @Override
    public boolean contains(Object key) {
        return times.contains(key);
    }

    @Override
    public void evictData() {
        times.evictData();
    }

    @Override
    public void evictData(Object key) {
        times.evictData(key);
    }

    @Override
    public void release() {
        times.release();
    }
}
