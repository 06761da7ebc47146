package io.keelson.ee.jcache;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.WeakHashMap;
import javax.cache.CacheException;
import javax.cache.configuration.OptionalFeature;
import javax.cache.spi.CachingProvider;
import org.jspecify.annotations.Nullable;

/**
 * The provider of JCache, made by the API for each class loader. Its managers see the caches of the domain where the loader is that of an
 * application; elsewhere they have local caches only. Thread-safe; its lock guards the table of managers and is never held while caches
 * are closed.
 *
 * <p>Specification: JCache 1.1, 2.2 Caching Providers and 2.3.
 */
public final class KeelsonCachingProvider implements CachingProvider {
    private static final String SCHEME = "keelson";

    private final Map<ClassLoader, Map<URI, KeelsonCacheManager>> managers = new WeakHashMap<>();

    /** For {@link java.util.ServiceLoader}. */
    public KeelsonCachingProvider() {}

    @Override
    public KeelsonCacheManager getCacheManager(
            @Nullable URI uri, @Nullable ClassLoader classLoader, @Nullable Properties properties) {
        ClassLoader loader = classLoader == null ? getDefaultClassLoader() : classLoader;
        URI name = uri == null ? uri(loader) : uri;
        KeelsonCacheManager made;
        synchronized (managers) {
            Map<URI, KeelsonCacheManager> there = managers.computeIfAbsent(loader, each -> new HashMap<>());
            KeelsonCacheManager found = there.get(name);
            if (found != null) {
                return found;
            }
            made = new KeelsonCacheManager(
                    this,
                    name,
                    loader,
                    properties == null ? new Properties() : properties,
                    JcacheModules.ofJvm().of(loader));
            there.put(name, made);
        }
        made.enterModule();
        return made;
    }

    /** Names the module, so that beans of several applications in the server of JMX differ. */
    private static URI uri(ClassLoader loader) {
        JcacheModule module = JcacheModules.ofJvm().of(loader);
        try {
            return new URI(SCHEME, "caches" + (module == null ? "" : "/" + module.name()), null);
        } catch (java.net.URISyntaxException e) {
            throw new CacheException("there is no URI of the module " + (module == null ? "" : module.name()), e);
        }
    }

    @Override
    public ClassLoader getDefaultClassLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? KeelsonCachingProvider.class.getClassLoader() : context;
    }

    @Override
    public URI getDefaultURI() {
        return uri(getDefaultClassLoader());
    }

    @Override
    public Properties getDefaultProperties() {
        return new Properties();
    }

    @Override
    public KeelsonCacheManager getCacheManager(URI uri, ClassLoader classLoader) {
        return getCacheManager(uri, classLoader, null);
    }

    @Override
    public KeelsonCacheManager getCacheManager() {
        return getCacheManager(null, null, null);
    }

    @Override
    public void close() {
        List<KeelsonCacheManager> closing = new ArrayList<>();
        synchronized (managers) {
            managers.values().forEach(each -> closing.addAll(each.values()));
            managers.clear();
        }
        closing.forEach(KeelsonCacheManager::close);
    }

    @Override
    public void close(ClassLoader classLoader) {
        List<KeelsonCacheManager> closing = new ArrayList<>();
        synchronized (managers) {
            Map<URI, KeelsonCacheManager> there = managers.remove(classLoader);
            if (there != null) {
                closing.addAll(there.values());
            }
        }
        closing.forEach(KeelsonCacheManager::close);
    }

    @Override
    public void close(URI uri, ClassLoader classLoader) {
        KeelsonCacheManager closing;
        synchronized (managers) {
            Map<URI, KeelsonCacheManager> there = managers.get(classLoader);
            closing = there == null ? null : there.get(uri);
        }
        if (closing != null) {
            closing.close();
        }
    }

    /** Forgets a manager that is closed. */
    void forget(KeelsonCacheManager manager) {
        synchronized (managers) {
            Map<URI, KeelsonCacheManager> there = managers.get(manager.loader());
            if (there != null && there.remove(manager.getURI(), manager) && there.isEmpty()) {
                managers.remove(manager.loader());
            }
        }
    }

    @Override
    public boolean isSupported(OptionalFeature feature) {
        return feature == OptionalFeature.STORE_BY_REFERENCE;
    }
}
