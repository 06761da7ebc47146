package io.keelson.ee.jcache;

import io.keelson.cache.Caches;
import io.keelson.component.spi.BeanExtensions;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jcache.bean.JcacheExtension;
import io.keelson.kernel.naming.ComponentNames;
import java.util.Objects;
import java.util.Set;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Gives applications JCache: names of the manager and of the domain's caches, beans of CDI, and an end to what they leave open. See
 * docs/design/jcache.md.
 *
 * <p>Specification: JCache 1.1.
 */
final class JcacheContributor implements Contributor {
    static final String NAME = "jcache";
    private static final String MANAGER = "java:comp/CacheManager";
    private static final String CACHES = "java:comp/cache/";

    private final @Nullable Caches caches;

    JcacheContributor(@Nullable Caches caches) {
        this.caches = caches;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component");
    }

    /** CDI, which is prepared later, starts with the extension. */
    @Override
    public void prepare(Deployment deployment) throws DeploymentException {
        ComponentNames names = deployment
                .attachment(ComponentNames.class)
                .orElseThrow(() -> new IllegalStateException(deployment.name() + " has no components"));
        ClassLoader loader = deployment.classLoader();
        JcacheModule module = new JcacheModule(deployment.name(), loader, caches, names);
        JcacheModules.ofJvm().add(loader, module);
        deployment.attach(JcacheModule.class, module);
        deployment.onUndeploy(() -> {
            module.close();
            JcacheModules.ofJvm().remove(loader);
        });
        try {
            bind(names, JcacheExtension.manager(loader));
        } catch (NamingException e) {
            throw new DeploymentException("the caches of JCache cannot be bound: " + e.getMessage(), e);
        }
        deployment.shared(JcacheExtension.class, () -> {
            JcacheExtension made = new JcacheExtension(
                    caches == null ? Set.of() : caches.settings().keySet());
            deployment.shared(BeanExtensions.class, BeanExtensions::new).add(made);
            return made;
        });
    }

    private void bind(ComponentNames names, CacheManager manager) throws NamingException {
        names.bind(MANAGER, manager);
        if (caches != null) {
            for (String each : caches.settings().keySet()) {
                Cache<?, ?> cache = Objects.requireNonNull(manager.getCache(each), "the domain has the cache");
                names.bind(CACHES + each, cache);
            }
        }
    }

    @Override
    public void start(Deployment deployment) {}

    @Override
    public void stop(Deployment deployment) {
        deployment.attachment(JcacheModule.class).ifPresent(JcacheModule::close);
    }
}
