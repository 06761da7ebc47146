package io.keelson.servlet.container;

import org.jspecify.annotations.Nullable;

/** The applications of the same server, for one that may dispatch to them (Servlet 6.1, 4.1). Thread-safe. */
@FunctionalInterface
public interface Neighbours {
    /** The application with the longest context path that the canonical path starts with; null where there is none. */
    @Nullable
    WebApplication at(String path);
}
