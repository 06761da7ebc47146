package io.keelson.servlet.registration;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;

/**
 * A filter of an application: what was declared, and its one instance. Written by the deploying thread
 * only.
 *
 * <p>Specification: Servlet 6.1, 6.2.1 Filter Lifecycle.
 */
public final class DeployedFilter extends DeployedComponent<Filter> implements FilterConfig {
    private final ServletContext context;
    private volatile @Nullable Filter instance;

    DeployedFilter(Components components, ServletContext context, String name) {
        super(components, "filter", Filter.class, name);
        this.context = context;
    }

    /** The instance; there from {@link #initialise} on. */
    Filter instance() {
        Filter ready = instance;
        if (ready == null) {
            throw new IllegalStateException("filter " + name() + " is not in service");
        }
        return ready;
    }

    /** Makes and initialises the filter. */
    public void initialise() throws ServletException {
        Filter made = made();
        try {
            made.init(this);
        } catch (ServletException | RuntimeException | Error e) {
            release(made);
            throw e;
        }
        instance = made;
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
            release(ended);
        }
    }

    @Override
    public String getFilterName() {
        return name();
    }

    @Override
    public ServletContext getServletContext() {
        return context;
    }
}
