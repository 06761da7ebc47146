package io.keelson.servlet.container;

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
final class DeployedFilter implements FilterConfig {
    private final WebApplication application;
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

    DeployedFilter(WebApplication application, String name) {
        this.application = application;
        this.name = name;
    }

    String name() {
        return name;
    }

    Map<String, String> initParameters() {
        return initParameters;
    }

    boolean complete() {
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
    void initialise() throws ServletException {
        Filter made = given == null ? make() : given;
        try {
            made.init(this);
        } catch (ServletException | RuntimeException | Error e) {
            if (given == null) {
                application.components().destroy(made);
            }
            throw e;
        }
        instance = made;
    }

    private Filter make() throws ServletException {
        try {
            return application.components().create(loadClass());
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
        return application.classLoader().loadClass(named).asSubclass(Filter.class);
    }

    void destroy() {
        Filter ended = instance;
        instance = null;
        if (ended == null) {
            return;
        }
        try {
            ended.destroy();
        } catch (RuntimeException | LinkageError e) {
            application.startup().endFailed("filter " + name, e);
        }
        if (given == null) {
            application.components().destroy(ended);
        }
    }

    @Override
    public String getFilterName() {
        return name;
    }

    @Override
    public ServletContext getServletContext() {
        return application.context();
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
