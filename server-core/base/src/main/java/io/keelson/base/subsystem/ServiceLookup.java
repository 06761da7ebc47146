package io.keelson.base.subsystem;

import java.util.Optional;

/**
 * Finds services whose types are not known when the server is put together: those that a part of the server asks for when the first
 * application uses it. A service of the kernel itself. A subsystem names its dependencies in its factory instead, for the sake of the
 * order. Thread-safe.
 */
public interface ServiceLookup {
    /**
     * Returns the service of that type; empty while no subsystem has published one. All are there when applications are deployed.
     *
     * @param type as the subsystem published it
     */
    <T> Optional<T> find(Class<T> type);
}
