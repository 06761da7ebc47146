package io.keelson.servlet.registration;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A servlet as code that registers servlets sees it.
 *
 * <p>Specification: Servlet 6.1, 4.4.1 Programmatically Adding and Configuring Servlets.
 */
final class ServletView implements ServletRegistration.Dynamic {
    private final Registry registry;
    private final DeployedServlet servlet;

    ServletView(Registry registry, DeployedServlet servlet) {
        this.registry = registry;
        this.servlet = servlet;
    }

    @Override
    public Set<String> addMapping(String... patterns) {
        registry.phase().checkOpenForComponents();
        if (patterns == null || patterns.length == 0) {
            throw new IllegalArgumentException("servlet " + servlet.name() + ": no URL pattern given");
        }
        return registry.map(servlet, patterns);
    }

    @Override
    public Collection<String> getMappings() {
        return List.copyOf(servlet.patterns());
    }

    @Override
    public @Nullable String getRunAsRole() {
        return servlet.runAs;
    }

    @Override
    public void setRunAsRole(@Nullable String role) {
        registry.phase().checkStarting();
        if (role == null) {
            throw new IllegalArgumentException("servlet " + servlet.name() + ": the run-as role is null");
        }
        servlet.runAs = role;
    }

    @Override
    public void setLoadOnStartup(int order) {
        registry.phase().checkStarting();
        servlet.loadOnStartup = order;
    }

    @Override
    public Set<String> setServletSecurity(ServletSecurityElement constraint) {
        registry.phase().checkStarting();
        if (constraint == null) {
            throw new IllegalArgumentException("servlet " + servlet.name() + ": the security constraint is null");
        }
        return new HashSet<>(registry.secure(servlet, constraint));
    }

    @Override
    public void setMultipartConfig(MultipartConfigElement config) {
        registry.phase().checkStarting();
        if (config == null) {
            throw new IllegalArgumentException("servlet " + servlet.name() + ": the multipart configuration is null");
        }
        servlet.multipart = config;
    }

    @Override
    public void setAsyncSupported(boolean supported) {
        registry.phase().checkStarting();
        servlet.asyncSupported = supported;
    }

    @Override
    public String getName() {
        return servlet.name();
    }

    /** For a servlet of the container's the nearest superclass that the application can load by its name, as some do. */
    @Override
    public @Nullable String getClassName() {
        Class<?> known = servlet.knownClass();
        while (known != null && known.getSuperclass() != null && !loadable(known)) {
            known = known.getSuperclass();
        }
        return known == null ? servlet.className : known.getName();
    }

    private boolean loadable(Class<?> type) {
        ClassLoader loader = registry.components().loader();
        if (type.getClassLoader() == loader || type.isHidden()) {
            return true;
        }
        try {
            return loader.loadClass(type.getName()) == type;
        } catch (ClassNotFoundException ofTheServer) {
            return false;
        }
    }

    @Override
    public boolean setInitParameter(String name, String value) {
        registry.phase().checkStarting();
        return InitParameters.set(servlet.initParameters(), name, value);
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return servlet.initParameters().get(name);
    }

    @Override
    public Set<String> setInitParameters(Map<String, String> parameters) {
        registry.phase().checkStarting();
        return InitParameters.setAll(servlet.initParameters(), parameters);
    }

    @Override
    public Map<String, String> getInitParameters() {
        return Map.copyOf(servlet.initParameters());
    }
}
