package io.keelson.ee.rest;

import java.lang.reflect.Field;
import java.util.Map;
import org.jboss.resteasy.plugins.providers.RegisterBuiltin;

/**
 * The providers of clients, which RESTEasy keeps in a static by the context class loader of the first client. Ours for JSON has the
 * application's beans, so that the weak key would never be cleared. The map's lock is that of RESTEasy's class.
 */
final class ClientProviders {
    private static final Map<?, ?> FACTORIES = factories();

    private ClientProviders() {}

    /** Forgets those of an application. */
    static void forget(ClassLoader application) {
        synchronized (RegisterBuiltin.class) {
            FACTORIES.remove(application);
        }
    }

    private static Map<?, ?> factories() {
        try {
            Field field = RegisterBuiltin.class.getDeclaredField("configuredClientFactories");
            field.setAccessible(true);
            return (Map<?, ?>) field.get(null);
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalStateException("the part 'rest' has another RESTEasy than it was made for: " + e, e);
        }
    }
}
