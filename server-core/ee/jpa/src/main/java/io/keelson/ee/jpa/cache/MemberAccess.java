package io.keelson.ee.jpa.cache;

import io.keelson.ee.jpa.cache.CacheChange.Kind;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.hibernate.cache.spi.DomainDataRegion;
import org.hibernate.cache.spi.access.AccessType;
import org.hibernate.cache.spi.access.CachedDomainDataAccess;
import org.hibernate.cache.spi.access.SoftLock;
import org.hibernate.cache.spi.support.SimpleTimestamper;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Hibernate's access to cached data of one role, which tells the other members what has changed here, and drops what has changed there.
 *
 * <p>Invariant: nothing is put from a transaction that began before the last change of another member came in, as it may have read what
 * was there
 * before. {@code gate} holds it: a put is made under the read lock, and a change sets the time under the write lock. Thread-safe.
 *
 * @param <T> kind of the access
 */
abstract class MemberAccess<T extends CachedDomainDataAccess> implements CachedDomainDataAccess {
    private static final Logger LOG = Logger.getLogger(MemberAccess.class);

    final T access;
    final UnitCache unit;
    final String role;
    private final Kind kind;
    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private volatile long changedAt = Long.MIN_VALUE;

    MemberAccess(T access, UnitCache unit, Kind kind, String role) {
        this.access = access;
        this.unit = unit;
        this.kind = kind;
        this.role = role;
    }

    /** Has changes of other members come in. Last in a constructor. */
    final void register() {
        unit.add(kind, role, this);
    }

    /** Returns the key of an identifier; null where there is none, so that all of the role has to go. */
    abstract @Nullable Object keyOf(Object id);

    /** Returns what the others need to find the entry of a key; null for all of the role. */
    abstract @Nullable Object idOf(Object key);

    /** Another member has changed an entry, or any where the identifier is null. */
    final void changed(@Nullable Object id) {
        gate.writeLock().lock();
        try {
            changedAt = SimpleTimestamper.next();
        } finally {
            gate.writeLock().unlock();
        }
        Object key = id == null ? null : keyIn(id);
        if (key == null) {
            access.evictAll();
        } else {
            access.evict(key);
        }
    }

    private @Nullable Object keyIn(Object id) {
        try {
            return keyOf(id);
        } catch (RuntimeException e) { // another version of the application has an identifier of another type
            LOG.debugf(e, "there is no key of %s for %s", role, id);
            return null;
        }
    }

    final void tell(@Nullable Object key) {
        unit.tell(kind, role, key == null ? null : idOf(key));
    }

    private boolean isOlder(SharedSessionContractImplementor session) {
        return session.getCacheTransactionSynchronization().getCachingTimestamp() <= changedAt;
    }

    @Override
    public boolean putFromLoad(SharedSessionContractImplementor session, Object key, Object value, Object version) {
        gate.readLock().lock();
        try {
            return !isOlder(session) && access.putFromLoad(session, key, value, version);
        } finally {
            gate.readLock().unlock();
        }
    }

    @Override
    public boolean putFromLoad(
            SharedSessionContractImplementor session, Object key, Object value, Object version, boolean minimal) {
        gate.readLock().lock();
        try {
            return !isOlder(session) && access.putFromLoad(session, key, value, version, minimal);
        } finally {
            gate.readLock().unlock();
        }
    }

    /** The end of a change, whether it was committed or not. */
    @Override
    public void unlockItem(SharedSessionContractImplementor session, Object key, SoftLock lock) {
        access.unlockItem(session, key, lock);
        tell(key);
    }

    /** The end of a change by a statement. */
    @Override
    public void unlockRegion(SoftLock lock) {
        access.unlockRegion(lock);
        tell(null);
    }

    @Override
    public void evict(Object key) {
        access.evict(key);
        tell(key);
    }

    @Override
    public void evictAll() {
        access.evictAll();
        tell(null);
    }

    // ---- as it is --------------------------------------------------------------------------------------------------

    @Override
    public DomainDataRegion getRegion() {
        return access.getRegion();
    }

    @Override
    public AccessType getAccessType() {
        return access.getAccessType();
    }

    @Override
    public @Nullable Object get(SharedSessionContractImplementor session, Object key) {
        return access.get(session, key);
    }

    @Override
    public @Nullable SoftLock lockItem(SharedSessionContractImplementor session, Object key, Object version) {
        return access.lockItem(session, key, version);
    }

    @Override
    public void remove(SharedSessionContractImplementor session, Object key) {
        access.remove(session, key);
    }

    @Override
    public void removeAll(SharedSessionContractImplementor session) {
        access.removeAll(session);
    }

    @Override
    public boolean contains(Object key) {
        return access.contains(key);
    }

    @Override
    public @Nullable SoftLock lockRegion() {
        return access.lockRegion();
    }
}
