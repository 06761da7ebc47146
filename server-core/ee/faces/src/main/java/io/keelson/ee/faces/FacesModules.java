package io.keelson.ee.faces;

import io.keelson.component.spi.ComponentFactory;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The component factories of web modules with Faces, by class loader. Mojarra makes the injection provider itself and gives it no
 * deployment. Thread-safe.
 */
final class FacesModules {
    private static final FacesModules OF_JVM = new FacesModules();

    private final Map<ClassLoader, ComponentFactory> byLoader = new ConcurrentHashMap<>();

    /** Those of this JVM. */
    static FacesModules ofJvm() {
        return OF_JVM;
    }

    void add(ClassLoader loader, ComponentFactory components) {
        byLoader.put(loader, components);
    }

    void remove(ClassLoader loader) {
        byLoader.remove(loader);
    }

    /** Returns the factory of the module that a loader belongs to. */
    Optional<ComponentFactory> of(@Nullable ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            ComponentFactory found = byLoader.get(at);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
