package io.keelson.ee.jpa.unit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Defines the classes of a unit's root and jars apart from the application, so that a provider can look at them before they are woven.
 * All other classes are the application's. Thread-safe.
 *
 * <p>Specification: Persistence 3.2, 9.4 (getNewTempClassLoader).
 */
final class TemporaryClassLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final List<String> locations = new ArrayList<>();

    TemporaryClassLoader(ClassLoader application, Unit unit) {
        super(application);
        locations.add(location(unit.root()));
        unit.jars().forEach(jar -> locations.add(location(jar)));
    }

    private static String location(URL url) {
        String text = url.toString();
        return text.endsWith("/") ? text : "jar:" + text + "!/";
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                URL own = own(name);
                loaded = own == null ? super.loadClass(name, resolve) : define(name, own);
            }
            return loaded;
        }
    }

    private @Nullable URL own(String name) {
        if (name.startsWith("java.") || name.startsWith("jakarta.")) {
            return null;
        }
        URL url = getParent().getResource(name.replace('.', '/') + ".class");
        return url != null && locations.stream().anyMatch(url.toString()::startsWith) ? url : null;
    }

    private Class<?> define(String name, URL url) throws ClassNotFoundException {
        try (InputStream in = url.openStream()) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name + " could not be read from " + url, e);
        }
    }
}
