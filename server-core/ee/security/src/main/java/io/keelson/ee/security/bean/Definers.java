package io.keelson.ee.security.bean;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The classes of an application that define mechanisms and stores by annotations. Confined to the deploying thread.
 *
 * <p>Specification: Security 4.0, 2.4 HttpAuthenticationMechanism Interface, 3.3 Annotations and Built-In Identity Stores.
 */
public final class Definers {
    private final Set<Class<?>> classes = new LinkedHashSet<>();

    /** Without any. */
    public Definers() {}

    /** Adds the class of a module. */
    public void add(Class<?> type) {
        classes.add(type);
    }

    /** Returns them all. */
    public Set<Class<?>> classes() {
        return Set.copyOf(classes);
    }
}
