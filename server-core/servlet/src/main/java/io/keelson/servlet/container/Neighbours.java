package io.keelson.servlet.container;

import org.jspecify.annotations.Nullable;

/**
 * The applications of the same server, for one that may dispatch to them. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 7.3 Session Scope; Servlet 6.1, 9.1 Obtaining a RequestDispatcher.
 */
@FunctionalInterface
public interface Neighbours {
    /** No others: the application reaches itself only. */
    Neighbours NONE = (asks, path) -> null;

    /** Returns the application with the longest context path that the canonical path starts with; null where there is none. */
    @Nullable
    WebApplication at(WebApplication asks, String path);
}
