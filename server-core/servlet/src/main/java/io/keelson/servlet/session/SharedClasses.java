package io.keelson.servlet.session;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The classes of objects in sessions that several web applications share: those of the libraries that all of them see, then those that
 * one of them brings. Of a class that two bring it is that of the first. It defines none itself. Thread-safe.
 *
 * <p>Specification: weblogic-application.xml, weblogic-application.
 */
final class SharedClasses extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final List<ClassLoader> modules = new CopyOnWriteArrayList<>();

    /** Those of the libraries (null: none), and of no web application yet. */
    SharedClasses(@Nullable ClassLoader libraries) {
        super("shared sessions", libraries == null ? getPlatformClassLoader() : libraries);
    }

    void add(ClassLoader module) {
        modules.add(module);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        for (ClassLoader module : modules) {
            try {
                return module.loadClass(name);
            } catch (ClassNotFoundException e) {
                SessionLog.LOG.tracef("%s is not in %s", name, module);
            }
        }
        throw new ClassNotFoundException(name);
    }
}
