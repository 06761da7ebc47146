package io.keelson.cache.access;

import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.spi.CacheEngine.Grant;
import io.keelson.cache.spi.CacheEngine.Roles;
import io.keelson.kernel.context.Caller;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Permissions of users and groups for caches, as the domain configures them. Immutable. */
public final class CacheRoles implements Roles {
    /** The group of everybody who has logged in. */
    static final String USERS = "users";

    /** The group of everybody. */
    static final String EVERYONE = "everyone";

    private final Map<String, CacheSettings> caches;

    /** Of these caches. */
    public CacheRoles(Map<String, CacheSettings> caches) {
        this.caches = Map.copyOf(caches);
    }

    @Override
    public Grant grant(String cache, String name) {
        CacheSettings settings = caches.get(cache);
        if (settings == null) {
            return Grant.NOTHING;
        }
        return granted(settings, name);
    }

    private static Grant granted(CacheSettings settings, String name) {
        if (settings.administrators().contains(name)) {
            return Grant.ADMINISTER;
        }
        if (settings.writers().contains(name)) {
            return Grant.WRITE;
        }
        return settings.readers().contains(name) ? Grant.READ : Grant.NOTHING;
    }

    /**
     * Returns what a caller may do with a cache.
     *
     * @param caller null: nobody has logged in
     */
    public Grant grant(String cache, @Nullable Caller caller) {
        Grant most = grant(cache, EVERYONE);
        if (caller == null) {
            return most;
        }
        most = greater(most, grant(cache, caller.principal().getName()));
        most = greater(most, grant(cache, USERS));
        for (String group : caller.groups()) {
            most = greater(most, grant(cache, group));
        }
        return most;
    }

    private static Grant greater(Grant one, Grant other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Returns the groups that somebody who has logged in is in whatever the realm says. */
    static List<String> implied() {
        return List.of(USERS, EVERYONE);
    }

    /** Returns true if the grant includes the other. */
    public static boolean includes(Grant grant, Grant least) {
        return grant.compareTo(least) >= 0;
    }

    /** Returns the names of the caches. */
    public Set<String> names() {
        return caches.keySet();
    }
}
