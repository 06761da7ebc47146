package io.keelson.ee.jcache;

import io.keelson.cache.Caches;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.ComponentNames;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A module that uses JCache: the caches of the domain that it sees, and the managers that it has opened. Thread-safe.
 *
 * @param name that of the deployment
 * @param caches null: the server has none
 * @param names those that listeners and loaders see on threads of the cache
 */
record JcacheModule(
        String name,
        ClassLoader loader,
        @Nullable Caches caches,
        @Nullable ComponentNames names,
        Set<KeelsonCacheManager> open) {
    JcacheModule(String name, ClassLoader loader, @Nullable Caches caches, @Nullable ComponentNames names) {
        this(name, loader, caches, names, ConcurrentHashMap.newKeySet());
    }

    /** Runs a task of a cache in the context of the module. */
    void run(Runnable task) {
        InvocationContext context = new InvocationContext(name, loader, 0);
        context.put(ComponentNames.SLOT, names);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(context);
        try {
            task.run();
        } finally {
            InvocationContext.exit(previous, before);
        }
    }

    /** Closes what the module has opened. */
    void close() {
        for (KeelsonCacheManager each : Set.copyOf(open)) {
            each.close();
        }
    }
}
