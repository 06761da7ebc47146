package io.keelson.ee.jcache.bean;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.util.Nonbinding;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.CacheManager;
import javax.cache.Caching;
import org.jspecify.annotations.Nullable;

/**
 * Beans of JCache: {@code @Inject CacheManager}, and {@code @Inject @Named("demo") Cache<K, V>} for each cache of the domain. Beans that
 * the application produces take their place. The annotations of {@code javax.cache.annotation} are bindings of interceptors. One an
 * application; confined to the deploying thread; only the methods that it gives to the interceptors are for all threads.
 *
 * <p>Specification: CDI 4.1, 26.1 Portable extensions.
 */
public class JcacheExtension implements Extension {
    /** By its name, since the package of the provider uses this one. */
    private static final String PROVIDER = "io.keelson.ee.jcache.KeelsonCachingProvider";

    private final Set<String> caches;
    private final Set<String> own = new HashSet<>();
    private final CachedMethods methods = new CachedMethods(JcacheExtension::ofThread, this::beans);
    private boolean ownManager;
    private volatile @Nullable BeanManager beans;

    /**
     * Makes it.
     *
     * @param caches the names of the domain's caches
     */
    public JcacheExtension(Set<String> caches) {
        this.caches = Set.copyOf(caches);
    }

    /** Returns the manager of a class loader for its default URI. */
    public static CacheManager manager(ClassLoader loader) {
        return Caching.getCachingProvider(PROVIDER, loader).getCacheManager(null, loader);
    }

    private @Nullable BeanManager beans() {
        return beans;
    }

    void bind(@Observes BeforeBeanDiscovery event) {
        for (Class<? extends Annotation> each : CachedMethod.ANNOTATIONS) {
            event.configureInterceptorBinding(each)
                    .methods()
                    .forEach(member -> member.add(Nonbinding.Literal.INSTANCE));
        }
        for (Class<?> each : List.of(
                ResultInterceptor.class, PutInterceptor.class, RemoveInterceptor.class, RemoveAllInterceptor.class)) {
            event.addAnnotatedType(each, each.getName());
        }
    }

    void begin(@Observes AfterDeploymentValidation event, BeanManager manager) {
        beans = manager;
    }

    void notice(@Observes ProcessBean<?> event) {
        Bean<?> bean = event.getBean();
        for (Method each : bean.getBeanClass().getDeclaredMethods()) {
            try {
                CachedMethod.check(each, bean.getBeanClass());
            } catch (IllegalArgumentException e) {
                event.addDefinitionError(e);
            }
        }
        ownManager |= bean.getTypes().contains(CacheManager.class)
                && bean.getQualifiers().contains(Default.Literal.INSTANCE);
        if (bean.getName() != null) {
            own.add(bean.getName());
        }
    }

    void add(@Observes AfterBeanDiscovery event) {
        event.addBean()
                .id("io.keelson.jcache.methods")
                .types(CachedMethods.class, Object.class)
                .scope(Dependent.class)
                .produceWith(instance -> methods);
        if (!ownManager) {
            event.addBean()
                    .id("io.keelson.jcache.manager")
                    .types(CacheManager.class, Object.class)
                    .scope(Dependent.class)
                    .produceWith(beans -> ofThread());
        }
        for (String each : caches) {
            if (!own.contains(each)) {
                event.addBean()
                        .id("io.keelson.jcache.cache " + each)
                        .types(AnyCache.type(), Object.class)
                        .qualifiers(NamedLiteral.of(each))
                        .scope(Dependent.class)
                        .produceWith(beans -> cache(each));
            }
        }
    }

    private static CacheManager ofThread() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return manager(context == null ? JcacheExtension.class.getClassLoader() : context);
    }

    private static Cache<?, ?> cache(String name) {
        Cache<?, ?> found = ofThread().getCache(name);
        if (found == null) {
            throw new CacheException("there is no cache '" + name + "' for this application");
        }
        return found;
    }

    /** A supertype that says the type {@code Cache<K, V>} of any keys and values. */
    private interface AnyCache<K, V> extends Cache<K, V> {
        static Type type() {
            return AnyCache.class.getGenericInterfaces()[0];
        }
    }
}
