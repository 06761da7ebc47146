package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.Archive.Library;
import org.jspecify.annotations.Nullable;

/**
 * A library of {@code WEB-INF/lib} as a web fragment. One without a {@code web-fragment.xml} has no name and no
 * ordering of its own.
 *
 * <p>Specification: Servlet 6.1, 8.2.1 Modularity of web.xml.
 */
record Fragment(Library library, Declarations declarations) {
    @Nullable
    String name() {
        return declarations.name;
    }
}
