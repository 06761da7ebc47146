package io.keelson.ee.cdi.service;

import java.io.IOException;
import java.net.URL;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jboss.weld.resources.spi.ResourceLoader;
import org.jboss.weld.resources.spi.ResourceLoadingException;
import org.jspecify.annotations.Nullable;

/**
 * Loads classes and resources of one bean archive. Thread-safe.
 *
 * @param loader the archive's
 */
public record ApplicationClasses(ClassLoader loader) implements ResourceLoader {
    @Override
    public Class<?> classForName(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new ResourceLoadingException("the class " + name + " cannot be loaded: " + e, e);
        }
    }

    @Override
    public @Nullable URL getResource(String name) {
        return loader.getResource(name);
    }

    @Override
    public Collection<URL> getResources(String name) {
        try {
            List<URL> all = Collections.list(loader.getResources(name));
            return all;
        } catch (IOException e) {
            throw new ResourceLoadingException("the resources " + name + " cannot be looked up", e);
        }
    }

    @Override
    public void cleanup() {
        // Loaders are the deployer's.
    }
}
