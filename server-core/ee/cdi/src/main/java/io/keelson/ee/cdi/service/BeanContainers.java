package io.keelson.ee.cdi.service;

import io.keelson.kernel.context.InvocationContext;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The containers of this JVM by the class loaders of their modules. A thread belongs to the application of its invocation context, else
 * to that of its context class loader. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 24.3.1 The CDI class.
 */
public final class BeanContainers {
    /** One a JVM, as Weld's own registry and the provider of the API are. */
    private static final BeanContainers OF_JVM = new BeanContainers();

    private final Map<ClassLoader, BeanContainer> byLoader = new ConcurrentHashMap<>();

    BeanContainers() {}

    /** Those of this JVM. */
    public static BeanContainers ofJvm() {
        return OF_JVM;
    }

    /** Adds a container for the threads of a loader. */
    public void add(ClassLoader loader, BeanContainer container) {
        byLoader.put(loader, container);
    }

    /** Forgets a loader. */
    public void remove(ClassLoader loader) {
        byLoader.remove(loader);
    }

    /** The container of the calling thread's application; empty where it has none. */
    Optional<BeanContainer> current() {
        if (byLoader.isEmpty()) {
            return Optional.empty();
        }
        InvocationContext context = InvocationContext.current();
        BeanContainer found = context == null ? null : within(context.classLoader());
        return Optional.ofNullable(found == null ? within(Thread.currentThread().getContextClassLoader()) : found);
    }

    /** A loader that the application has made has the application's among its parents. */
    private @Nullable BeanContainer within(@Nullable ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            BeanContainer found = byLoader.get(at);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
