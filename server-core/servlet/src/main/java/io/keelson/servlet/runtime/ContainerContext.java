package io.keelson.servlet.runtime;

import jakarta.servlet.ServletContext;

/**
 * Context of an application of this server, with what its requests work with. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 4 Servlet Context.
 */
public interface ContainerContext extends ServletContext {
    /**
     * Returns what the application's requests work with.
     *
     * @throws IllegalStateException until the application's filters have been initialised
     */
    WebRuntime runtime();
}
