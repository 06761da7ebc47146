package io.keelson.component.spi;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Portable extensions of CDI that rooms give an application. A room takes the application's from {@code Deployment.shared} in
 * {@code prepare} and adds its own, once an application; CDI, where the application uses it, starts with them. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 26.1 Portable extensions.
 */
public final class BeanExtensions {
    private final List<Object> all = new CopyOnWriteArrayList<>();
    private final Set<String> leftOut = ConcurrentHashMap.newKeySet();

    /**
     * Adds one. The container asks for each class once.
     *
     * @param extension a {@code jakarta.enterprise.inject.spi.Extension}, which this room does not know
     */
    public void add(Object extension) {
        all.add(extension);
    }

    /**
     * Keeps an extension of the server's libraries away from the application, which brings what it serves. It is not even constructed.
     *
     * @param className of the extension
     */
    public void leaveOut(String className) {
        leftOut.add(className);
    }

    /** Returns the names of the classes that are kept away. */
    public Set<String> leftOut() {
        return Set.copyOf(leftOut);
    }

    /** Returns all that were added. */
    public List<Object> all() {
        return List.copyOf(all);
    }
}
