package io.keelson.cache.infinispan;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Objects;

/**
 * The part's loader as the caches' Infinispan has it: with the modules that serving Hot Rod takes, which the part hides from the grid of
 * sessions. The module of the server's core is not among them, as it brings queries, and with them Lucene and Hibernate Search.
 * Immutable.
 */
final class CacheModules extends ClassLoader {
    private static final String MODULES = "META-INF/services/org.infinispan.factories.impl.ModuleMetadataBuilder";
    private static final String OURS = "META-INF/keelson/cache-modules";

    CacheModules(ClassLoader part) {
        super("keelson-cache-modules", part);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        if (!name.equals(MODULES)) {
            return super.getResources(name);
        }
        return Collections.enumeration(
                Collections.singleton(Objects.requireNonNull(getResource(OURS), "the modules of the caches")));
    }
}
