package io.keelson.ee.concurrency.bean;

import io.keelson.deploy.spi.DeploymentException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

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
     * @throws DeploymentException when a class is missing or no annotation
     */
    public void add(Class<?> type, String name, String qualifiers, ClassLoader loader, String place)
            throws DeploymentException {
        List<Class<?>> classes = new java.util.ArrayList<>();
        for (String each : qualifiers.split(",", -1)) {
            try {
                Class<?> found = Class.forName(each.trim(), false, loader);
                if (!found.isAnnotation()) {
                    throw new DeploymentException(
                            place + ": the qualifier " + each + " of '" + name + "' is no annotation");
                }
                classes.add(found);
            } catch (ClassNotFoundException e) {
                throw new DeploymentException(
                        place + ": the qualifier " + each + " of '" + name + "' is no class of the application", e);
            }
        }
        all.add(new Qualified(type, name, List.copyOf(classes), place));
    }

    List<Qualified> all() {
        return List.copyOf(all);
    }
}
