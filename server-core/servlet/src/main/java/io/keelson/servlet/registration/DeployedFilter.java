package io.keelson.servlet.registration;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A filter of an application: what was declared, and its one instance. Written by the deploying thread
 * only.
 *
 * <p>Specification: Servlet 6.1, 6.2.1 Filter Lifecycle.
 */
public final class DeployedFilter implements FilterConfig {
    private final Components components;
    private final ServletContext context;
    private final String name;
    private final Map<String, String> initParameters = new LinkedHashMap<>();

    @Nullable
    String className;

    @Nullable
    Class<? extends Filter> type;

    @Nullable
    Filter given;

    boolean asyncSupported;
    private volatile @Nullable Filter instance;

    DeployedFilter(Components components, ServletContext context, String name) {
        this.components = components;
        this.context = context;
        this.name = name;
    }

    /** Returns the filter's name. */
    public String name() {
        return name;
    }

    Map<String, String> initParameters() {
        return initParameters;
    }

    /** Returns whether there is a class or an instance behind the name. */
    public boolean complete() {
        return className != null || type != null || given != null;
    }

    /** The instance; there from {@link #initialise} on. */
    Filter instance() {
        Filter ready = instance;
        if (ready == null) {
            throw new IllegalStateException("filter " + name + " is not in service");
        }
        return ready;
    }

    /** Makes and initialises the filter. */
    public void initialise() throws ServletException {
        Filter made = given == null ? make() : given;
        try {
            made.init(this);
        } catch (ServletException | RuntimeException | Error e) {
            if (given == null) {
                components.destroy(made);
            }
            throw e;
        }
        instance = made;
    }

    private Filter make() throws ServletException {
        try {
            return components.factory().create(loadClass());
        } catch (Exception | LinkageError e) {
            throw new ServletException(
                    "filter " + name + " of class " + (type == null ? className : type.getName()) + " cannot be made: "
                            + e,
                    e);
        }
    }

    private Class<? extends Filter> loadClass() throws ClassNotFoundException {
        Class<? extends Filter> known = type;
        String named = className;
        if (known != null) {
            return known;
        }
        if (named == null) {
            throw new IllegalStateException("filter " + name + " has no class");
        }
        return components.loader().loadClass(named).asSubclass(Filter.class);
    }

    /** Ends the instance. What its own end throws is the caller's to note. */
    public void destroy() {
        Filter ended = instance;
        instance = null;
        if (ended == null) {
            return;
        }
        try {
            ended.destroy();
        } finally {
            if (given == null) {
                components.destroy(ended);
            }
        }
    }

    @Override
    public String getFilterName() {
        return name;
    }

    @Override
    public ServletContext getServletContext() {
        return context;
    }

    @Override
    public @Nullable String getInitParameter(String parameter) {
        return initParameters.get(parameter);
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        return Collections.enumeration(initParameters.keySet());
    }
}
