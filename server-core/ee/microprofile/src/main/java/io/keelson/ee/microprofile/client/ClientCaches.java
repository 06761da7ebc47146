package io.keelson.ee.microprofile.client;

import io.keelson.kernel.loader.ApplicationClassLoader;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps that RESTEasy's client keeps in statics: headers by method and by interface, listeners by class loader. They have strong keys and
 * would hold applications that are gone. Thread-safe as far as those maps are.
 */
public final class ClientCaches {
    private static final String PACKAGE = "org.jboss.resteasy.microprofile.client.";
    private static final List<Map<?, ?>> MAPS = List.of(
            map("header.ClientHeaderProviders", "providersForMethod"),
            map("header.ClientHeaderProviders", "headerFactoriesForClass"),
            map("RestClientListeners", "map"));

    private ClientCaches() {}

    /** Forgets what belongs to an application: to the loader of one of its modules, or to those above which its modules share. */
    public static void forget(ClassLoader module) {
        for (Map<?, ?> map : MAPS) {
            synchronized (map) {
                map.keySet().removeIf(key -> belongs(loader(key), module));
            }
        }
    }

    private static @Nullable ClassLoader loader(@Nullable Object key) {
        if (key instanceof ClassLoader loader) {
            return loader;
        }
        return key instanceof Class<?> type
                ? type.getClassLoader()
                : key instanceof Method method ? method.getDeclaringClass().getClassLoader() : null;
    }

    private static boolean belongs(@Nullable ClassLoader loader, ClassLoader module) {
        for (ClassLoader at = module; at instanceof ApplicationClassLoader; at = at.getParent()) {
            if (at == loader) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the map. RESTEasy's classes look for services by the context class loader when they are initialised, and fail for good
     * where that has none, as the thread that undeploys: an application may go whose clients were never built.
     */
    private static Map<?, ?> map(String owner, String field) {
        ClassLoader part = ClientCaches.class.getClassLoader();
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(part);
        try {
            Field map = Class.forName(PACKAGE + owner, true, part).getDeclaredField(field);
            map.setAccessible(true);
            return (Map<?, ?>) map.get(null);
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalStateException(
                    "the part 'microprofile' has another client of REST than it was made for: " + e, e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
