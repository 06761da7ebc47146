package io.keelson.ee.batch;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.CDI;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jberet.creation.AbstractArtifactFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes batch artifacts as beans, by their names or classes; JBeret makes those that are none. Thread-safe.
 *
 * <p>Specification: Batch 2.1, 10.6 Batch artifact loading.
 */
final class BeanArtifacts extends AbstractArtifactFactory {
    private final Map<Object, CreationalContext<?>> living = Collections.synchronizedMap(new IdentityHashMap<>());

    @Override
    public @Nullable Object create(String ref, @Nullable Class<?> type, ClassLoader loader) {
        BeanManager beans = beans();
        Bean<?> bean = beans == null ? null : findBean(ref, beans, loader);
        if (beans == null || bean == null) {
            return null;
        }
        CreationalContext<?> context = beans.createCreationalContext(bean);
        Object instance = beans.getReference(bean, bean.getBeanClass(), context);
        if (bean.getScope() == Dependent.class) {
            living.put(instance, context);
        }
        return instance;
    }

    @Override
    public @Nullable Class<?> getArtifactClass(String ref, ClassLoader loader) {
        BeanManager beans = beans();
        Bean<?> bean = beans == null ? null : findBean(ref, beans, loader);
        return bean == null ? null : bean.getBeanClass();
    }

    private static @Nullable BeanManager beans() {
        try {
            return CDI.current().getBeanManager();
        } catch (IllegalStateException none) {
            return null; // the module has no CDI
        }
    }

    @Override
    public void destroy(@Nullable Object instance) {
        CreationalContext<?> context = instance == null ? null : living.remove(instance);
        if (context != null) {
            context.release();
        } else if (instance != null && !isProxy(instance)) {
            super.destroy(instance);
        }
    }

    /** A bean of a normal scope ends with its scope. */
    private static boolean isProxy(Object instance) {
        return instance.getClass().isSynthetic()
                || instance.getClass().getName().contains("$Proxy$");
    }
}
