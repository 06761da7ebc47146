package io.keelson.component.spi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Portable extensions of CDI that rooms give an application. A room takes the application's from {@code Deployment.shared} in {@code prepare} and
 * adds its own, once an application; CDI, where the application uses it, starts with them. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 26.1 Portable extensions.
 */
public final class BeanExtensions {
    private final List<Object> all = new CopyOnWriteArrayList<>();

    /**
     * Adds one. The container asks for each class once.
     *
     * @param extension a {@code jakarta.enterprise.inject.spi.Extension}, which this room does not know
     */
    public void add(Object extension) {
        all.add(extension);
    }

    /** Returns all that were added. */
    public List<Object> all() {
        return List.copyOf(all);
    }
}
