package io.keelson.ee.jcache;

import io.keelson.base.thread.Threads;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.configuration.CompleteConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.MutableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A manager of JCache: the caches of the domain by their names, and those that the application makes. Asynchronous listeners and loads
 * run on one thread of the manager, in the context of the application. Thread-safe; its lock guards the table of caches.
 *
 * <p>Specification: JCache 1.1, 2.4 Cache Managers.
 */
final class KeelsonCacheManager implements CacheManager {
    private static final long IDLE_SECONDS = 10;

    private final KeelsonCachingProvider provider;
    private final URI uri;
    private final ClassLoader loader;
    private final Properties properties;
    private final @Nullable JcacheModule module;
    private final Map<String, Cache<?, ?>> caches = new TreeMap<>();
    private final ThreadPoolExecutor thread;
    private volatile boolean closed;

    KeelsonCacheManager(
            KeelsonCachingProvider provider,
            URI uri,
            ClassLoader loader,
            Properties properties,
            @Nullable JcacheModule module) {
        this.provider = provider;
        this.uri = uri;
        this.loader = loader;
        this.properties = new Properties();
        this.properties.putAll(properties);
        this.module = module;
        thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Threads.daemonFactory("keelson.jcache-" + (module == null ? "local" : module.name())));
        thread.allowCoreThreadTimeOut(true);
    }

    /** Has the application close it at its end. */
    void enterModule() {
        if (module != null) {
            module.open().add(this);
        }
    }

    ClassLoader loader() {
        return loader;
    }

    /** Returns what runs tasks in the context of the application, one after the other. */
    Executor executor() {
        return task -> {
            try {
                thread.execute(() -> run(task));
            } catch (RejectedExecutionException e) {
                throw new IllegalStateException("the cache manager " + uri + " is closed", e);
            }
        };
    }

    private void run(Runnable task) {
        if (module != null) {
            module.run(task);
            return;
        }
        Thread mine = Thread.currentThread();
        mine.setContextClassLoader(loader);
        try {
            task.run();
        } finally {
            mine.setContextClassLoader(KeelsonCacheManager.class.getClassLoader());
        }
    }

    private void open() {
        if (closed) {
            throw new IllegalStateException("the cache manager " + uri + " is closed");
        }
    }

    @Override
    public KeelsonCachingProvider getCachingProvider() {
        return provider;
    }

    @Override
    public URI getURI() {
        return uri;
    }

    @Override
    public ClassLoader getClassLoader() {
        return loader;
    }

    @Override
    public Properties getProperties() {
        Properties copy = new Properties();
        copy.putAll(properties);
        return copy;
    }

    private boolean ofDomain(String name) {
        return module != null
                && module.caches() != null
                && module.caches().settings().containsKey(name);
    }

    @Override
    public <K, V, C extends Configuration<K, V>> LocalCache<K, V> createCache(String cacheName, C configuration) {
        open();
        Objects.requireNonNull(cacheName, "cacheName");
        MutableConfiguration<K, V> own = copy(Objects.requireNonNull(configuration, "configuration"));
        if (ofDomain(cacheName)) {
            throw new CacheException("the cache " + cacheName + " is one of the domain (caches." + cacheName
                    + "): use getCache, or another name");
        }
        LocalCache<K, V> made;
        synchronized (caches) {
            open();
            if (caches.containsKey(cacheName)) {
                throw new CacheException("the cache " + cacheName + " of " + uri + " exists already");
            }
            made = new LocalCache<>(cacheName, this, own);
            caches.put(cacheName, made);
            if (own.isManagementEnabled()) {
                ManagementBeans.showConfiguration(this, made, true);
            }
            if (own.isStatisticsEnabled()) {
                ManagementBeans.showStatistics(this, made, made.figures(), true);
            }
        }
        return made;
    }

    private static <K, V> MutableConfiguration<K, V> copy(Configuration<K, V> configuration) {
        if (configuration instanceof CompleteConfiguration<K, V> complete) {
            return new MutableConfiguration<>(complete);
        }
        MutableConfiguration<K, V> made = new MutableConfiguration<>();
        made.setTypes(configuration.getKeyType(), configuration.getValueType());
        made.setStoreByValue(configuration.isStoreByValue());
        return made;
    }

    @Override
    @SuppressWarnings({"NullAway", "unchecked"
    }) // JCache says null where there is no cache; the types have been compared
    public <K, V> @Nullable Cache<K, V> getCache(String cacheName, Class<K> keyType, Class<V> valueType) {
        open();
        Objects.requireNonNull(keyType, "keyType");
        Objects.requireNonNull(valueType, "valueType");
        Cache<?, ?> found = find(cacheName);
        if (found == null) {
            return null;
        }
        Configuration<?, ?> configuration = found.getConfiguration(Configuration.class);
        check(cacheName, "keys", configuration.getKeyType(), keyType);
        if (!(found instanceof DomainCache of && of.anyValue())) {
            check(cacheName, "values", configuration.getValueType(), valueType);
        }
        return (Cache<K, V>) found;
    }

    private static void check(String cache, String what, Class<?> has, Class<?> asked) {
        if (!has.equals(asked)) {
            throw new ClassCastException("the cache " + cache + " has " + what + " of the type " + has.getName()
                    + ", not " + asked.getName());
        }
    }

    @Override
    @SuppressWarnings({"NullAway", "unchecked"
    }) // JCache says null where there is no cache; callers answer for the types
    public <K, V> @Nullable Cache<K, V> getCache(String cacheName) {
        open();
        return (Cache<K, V>) find(cacheName);
    }

    private @Nullable Cache<?, ?> find(String name) {
        Objects.requireNonNull(name, "cacheName");
        synchronized (caches) {
            Cache<?, ?> found = caches.get(name);
            if (found == null && module != null && module.caches() != null && ofDomain(name)) {
                found = new DomainCache(name, this, module.caches());
                caches.put(name, found);
            }
            return found;
        }
    }

    @Override
    public Iterable<String> getCacheNames() {
        open();
        Set<String> names = new TreeSet<>();
        synchronized (caches) {
            names.addAll(caches.keySet());
        }
        if (module != null && module.caches() != null) {
            names.addAll(module.caches().settings().keySet());
        }
        return Collections.unmodifiableSet(names);
    }

    @Override
    public void destroyCache(String cacheName) {
        open();
        Objects.requireNonNull(cacheName, "cacheName");
        if (ofDomain(cacheName)) {
            throw new UnsupportedOperationException(
                    "the cache " + cacheName + " is one of the domain: it ends when domain.yaml describes it no more");
        }
        Cache<?, ?> found;
        synchronized (caches) {
            found = caches.get(cacheName);
        }
        if (found != null) {
            found.close();
        }
    }

    /** Takes a cache out. Returns true if it was there. */
    boolean release(String name, Cache<?, ?> cache) {
        synchronized (caches) {
            return caches.remove(name, cache);
        }
    }

    @Override
    public void enableManagement(String cacheName, boolean enabled) {
        LocalCache<?, ?> cache = local(cacheName);
        if (cache != null) {
            synchronized (caches) {
                cache.configuration().setManagementEnabled(enabled);
                ManagementBeans.showConfiguration(this, cache, enabled);
            }
        }
    }

    @Override
    public void enableStatistics(String cacheName, boolean enabled) {
        LocalCache<?, ?> cache = local(cacheName);
        if (cache != null) {
            synchronized (caches) {
                cache.configuration().setStatisticsEnabled(enabled);
                cache.figures().enable(enabled);
                ManagementBeans.showStatistics(this, cache, cache.figures(), enabled);
            }
        }
    }

    private @Nullable LocalCache<?, ?> local(String name) {
        open();
        Objects.requireNonNull(name, "cacheName");
        if (ofDomain(name)) {
            throw new UnsupportedOperationException("the cache " + name
                    + " is one of the domain: its figures are in the metrics of the server, and in 'keelson cache show "
                    + name + "'");
        }
        synchronized (caches) {
            return (LocalCache<?, ?>) caches.get(name);
        }
    }

    @Override
    public void close() {
        List<Cache<?, ?>> closing;
        synchronized (caches) {
            if (closed) {
                return;
            }
            closed = true;
            closing = new ArrayList<>(caches.values());
        }
        closing.forEach(Cache::close);
        provider.forget(this);
        if (module != null) {
            module.open().remove(this);
        }
        thread.shutdownNow();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new IllegalArgumentException("the cache manager " + uri + " is no " + type.getName());
    }
}
