package io.keelson.ee.jcache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The modules that use JCache by class loader. JCache makes providers by name, which find the module of their class loader here.
 * Thread-safe.
 */
final class JcacheModules {
    private static final JcacheModules OF_JVM = new JcacheModules();

    private final Map<ClassLoader, JcacheModule> byLoader = new ConcurrentHashMap<>();

    /** Those of this JVM. */
    static JcacheModules ofJvm() {
        return OF_JVM;
    }

    void add(ClassLoader loader, JcacheModule module) {
        byLoader.put(loader, module);
    }

    void remove(ClassLoader loader) {
        byLoader.remove(loader);
    }

    /** Returns the module of a class loader or of one of its parents; null outside of applications. */
    @Nullable
    JcacheModule of(@Nullable ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            JcacheModule found = byLoader.get(at);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
