package io.keelson.servlet.registration;

import jakarta.servlet.ServletException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A declaration that one instance is made of: what servlets and filters share. Written by the deploying thread only.
 *
 * <p>Specification: Servlet 6.1, 2.3 Servlet Life Cycle; Servlet 6.1, 6.2.1 Filter Lifecycle.
 *
 * @param <T> the type of the instance
 */
abstract class DeployedComponent<T> {
    final Components components;
    private final String kind;
    private final Class<T> base;
    private final String name;
    private final Map<String, String> initParameters = new LinkedHashMap<>();

    @Nullable
    String className;

    @Nullable
    Class<? extends T> type;

    @Nullable
    T given;

    boolean asyncSupported;

    /** Declares a component; {@code kind} is its word in messages. */
    DeployedComponent(Components components, String kind, Class<T> base, String name) {
        this.components = components;
        this.kind = kind;
        this.base = base;
        this.name = name;
    }

    /** Returns the component's name. */
    public final String name() {
        return name;
    }

    final Map<String, String> initParameters() {
        return initParameters;
    }

    /** Returns whether there is a class or an instance behind the name. */
    public boolean complete() {
        return className != null || type != null || given != null;
    }

    /** Returns the instance that was given, or a new one of the class. */
    final T made() throws ServletException {
        T object = given;
        if (object != null) {
            return object;
        }
        try {
            return components.factory().create(loadClass());
        } catch (ServletException e) {
            throw e;
        } catch (Exception | LinkageError e) {
            Class<? extends T> known = type;
            throw new ServletException(
                    kind + " " + name + " of class " + (known == null ? className : known.getName())
                            + " cannot be made: " + e,
                    e);
        }
    }

    /** Undoes what was injected into an instance, unless the application made it by itself. */
    final void release(T instance) {
        if (given == null) {
            components.destroy(instance);
        }
    }

    Class<? extends T> loadClass() throws ClassNotFoundException, ServletException {
        Class<? extends T> known = type;
        String named = className;
        if (known != null) {
            return known;
        }
        if (named == null) {
            throw new ServletException(kind + " " + name + " has no class");
        }
        return components.loader().loadClass(named).asSubclass(base);
    }

    /** Returns the value of a parameter; null where it has none of that name. */
    public final @Nullable String getInitParameter(String parameter) {
        return initParameters.get(parameter);
    }

    /** Returns the names of its parameters. */
    public final Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(initParameters.keySet());
    }
}
