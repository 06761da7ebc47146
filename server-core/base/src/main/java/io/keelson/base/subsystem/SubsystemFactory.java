package io.keelson.base.subsystem;

import java.util.Set;

/**
 * Makes a subsystem. Found by {@link java.util.ServiceLoader}.
 *
 * <p>The dependencies of a subsystem are types: it names those that it needs and those that it provides, and the kernel
 * orders the subsystems by them. Types that the kernel itself always provides (see {@link Services}) need not be named.
 */
public interface SubsystemFactory {
    /** A short name in kebab case, as it appears in the log: {@code net}, {@code work-managers}. */
    String name();

    /** The services that must have been published by started subsystems before this one is made. */
    default Set<Class<?>> requires() {
        return Set.of();
    }

    /**
     * The services that this subsystem takes where somebody provides them, by {@link Services#find}: their providers start
     * before it.
     */
    default Set<Class<?>> uses() {
        return Set.of();
    }

    /** The services that this subsystem publishes, at the latest when its {@code start} returns. */
    default Set<Class<?>> provides() {
        return Set.of();
    }

    /** Makes the subsystem; takes no resource yet. Reads its dependencies from {@code services} and keeps those only. */
    Subsystem create(Services services);
}
