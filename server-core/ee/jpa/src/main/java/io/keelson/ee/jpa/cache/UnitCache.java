package io.keelson.ee.jpa.cache;

import io.keelson.ee.jpa.cache.CacheChange.Kind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hibernate.cache.spi.support.SimpleTimestamper;
import org.jspecify.annotations.Nullable;

/** The cached data of one unit on this server, as other members concern them. Thread-safe. */
public final class UnitCache {
    private final String name;
    private final ClusterCaches caches;
    private final Map<String, MemberAccess<?>> accesses = new ConcurrentHashMap<>();
    private final List<Timestamps> tables = new CopyOnWriteArrayList<>();

    UnitCache(String name, ClusterCaches caches) {
        this.name = name;
        this.caches = caches;
    }

    String name() {
        return name;
    }

    /** The regions are used from now on. */
    void opened() {
        caches.add(this);
    }

    void closed() {
        caches.remove(this);
        accesses.clear();
        tables.clear();
    }

    void add(Kind kind, String role, MemberAccess<?> access) {
        accesses.put(key(kind, role), access);
    }

    void add(Timestamps timestamps) {
        tables.add(timestamps);
    }

    private static String key(Kind kind, String role) {
        return kind + " " + role;
    }

    /** Tells the other members of a change that is committed. */
    void tell(Kind kind, String role, @Nullable Object id) {
        caches.tell(this, new CacheChange(kind, role, id));
    }

    /** Another member has changed something. */
    void changed(CacheChange change) {
        switch (change.kind()) {
            case ENTITY, COLLECTION, NATURAL_ID -> {
                MemberAccess<?> access = accesses.get(key(change.kind(), change.role()));
                if (access != null) {
                    access.changed(change.id());
                }
            }
            case TABLE -> tables.forEach(each -> each.changed(change.role(), SimpleTimestamper.next()));
            case ALL -> {
                accesses.values().forEach(each -> each.changed(null));
                tables.forEach(each -> each.allChanged(SimpleTimestamper.next()));
            }
        }
    }
}
