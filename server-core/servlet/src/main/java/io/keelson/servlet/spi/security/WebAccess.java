package io.keelson.servlet.spi.security;

import io.keelson.kernel.context.Caller;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of a web module by its constraints and roles. The web container attaches one to the class loader of the module.
 * Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 13.8.3 Processing Requests; Servlet 6.1, 13.5 Roles.
 */
public interface WebAccess {
    /**
     * Returns true if the caller may send such a request.
     *
     * @param path below the context root, with a leading slash
     * @param method as {@code GET}
     */
    boolean permits(@Nullable Caller caller, String path, String method);

    /** Returns true if the caller holds the role. */
    boolean holds(@Nullable Caller caller, String role);
}
