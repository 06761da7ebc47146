package io.keelson.ee.concurrency.bean;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.concurrency.context.ConcurrencyLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The definitions of an application that have qualifiers. Filled while modules are prepared; thread-safe. */
public final class ApplicationExecutors {
    private final List<Qualified> all = new CopyOnWriteArrayList<>();

    /**
     * A definition with qualifiers.
     *
     * @param type of the resource
     * @param name in JNDI
     * @param qualifiers classes of annotations
     * @param place for messages
     */
    record Qualified(Class<?> type, String name, List<Class<?>> qualifiers, String place) {}

    /**
     * Adds a definition.
     *
     * @param qualifiers names of classes, separated by commas
     * @param loaders of modules, one of which has each class
     * @throws DeploymentException when a class is missing or no annotation
     */
    public void add(Class<?> type, String name, String qualifiers, List<ClassLoader> loaders, String place)
            throws DeploymentException {
        List<Class<?>> classes = new ArrayList<>();
        for (String each : qualifiers.split(",", -1)) {
            Class<?> found = find(each.trim(), loaders);
            if (found == null) {
                throw new DeploymentException(
                        place + ": the qualifier " + each + " of '" + name + "' is no class of the application");
            }
            if (!found.isAnnotation()) {
                throw new DeploymentException(
                        place + ": the qualifier " + each + " of '" + name + "' is no annotation");
            }
            classes.add(found);
        }
        all.add(new Qualified(type, name, List.copyOf(classes), place));
    }

    private static @Nullable Class<?> find(String name, List<ClassLoader> loaders) {
        for (ClassLoader each : loaders) {
            try {
                return Class.forName(name, false, each);
            } catch (ClassNotFoundException e) {
                ConcurrencyLog.LOG.tracef(e, "%s is not in this module", name);
            }
        }
        return null;
    }

    List<Qualified> all() {
        return List.copyOf(all);
    }
}
