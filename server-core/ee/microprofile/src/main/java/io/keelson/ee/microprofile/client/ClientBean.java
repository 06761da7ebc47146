package io.keelson.ee.microprofile.client;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.PassivationCapable;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * RESTEasy's bean of a client, which closes what it made. RESTEasy's own has the client seen through CDI's interceptors, which hide that
 * it can be closed, and would leave its connections to the collector. Thread-safe.
 *
 * @param <T> the interface
 */
final class ClientBean<T> implements Bean<T>, PassivationCapable {
    private static final ThreadLocal<@Nullable List<AutoCloseable>> BEING_MADE = new ThreadLocal<>();

    private final Bean<T> bean;
    private final Map<T, List<AutoCloseable>> clients = Collections.synchronizedMap(new IdentityHashMap<>());

    ClientBean(Bean<T> bean) {
        this.bean = bean;
    }

    /** Notes a client that a builder has made, where a bean made the builder. */
    static void built(Object client) {
        List<AutoCloseable> made = BEING_MADE.get();
        if (made != null && client instanceof AutoCloseable closeable) {
            made.add(closeable);
        }
    }

    @Override
    public T create(CreationalContext<T> context) {
        List<AutoCloseable> outer = BEING_MADE.get();
        List<AutoCloseable> made = new ArrayList<>();
        BEING_MADE.set(made);
        try {
            T instance = bean.create(context);
            clients.put(instance, made);
            return instance;
        } finally {
            if (outer == null) {
                BEING_MADE.remove();
            } else {
                BEING_MADE.set(outer);
            }
        }
    }

    @Override
    public void destroy(T instance, CreationalContext<T> context) {
        List<AutoCloseable> made = clients.remove(instance);
        try {
            if (made != null) {
                for (AutoCloseable client : made) {
                    client.close();
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(
                    "the client of REST " + getBeanClass().getName() + " cannot be closed", e);
        } finally {
            bean.destroy(instance, context);
        }
    }

    @Override
    public @Nullable String getId() {
        return bean instanceof PassivationCapable capable ? capable.getId() : null;
    }

    @Override
    public Class<?> getBeanClass() {
        return bean.getBeanClass();
    }

    @Override
    public Set<InjectionPoint> getInjectionPoints() {
        return bean.getInjectionPoints();
    }

    @Override
    public Set<Type> getTypes() {
        return bean.getTypes();
    }

    @Override
    public Set<Annotation> getQualifiers() {
        return bean.getQualifiers();
    }

    @Override
    public Class<? extends Annotation> getScope() {
        return bean.getScope();
    }

    @Override
    public String getName() {
        return bean.getName();
    }

    @Override
    public Set<Class<? extends Annotation>> getStereotypes() {
        return bean.getStereotypes();
    }

    @Override
    public boolean isAlternative() {
        return bean.isAlternative();
    }
}
