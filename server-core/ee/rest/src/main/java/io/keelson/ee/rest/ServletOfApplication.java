package io.keelson.ee.rest;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Registration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.annotation.MultipartConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jboss.resteasy.plugins.server.servlet.Filter30Dispatcher;
import org.jspecify.annotations.Nullable;

/**
 * The servlet of one application of REST. Confined to the deploying thread.
 *
 * <p>Specification: RESTful Web Services 4.0, 2.3.2 Servlet.
 *
 * @param application its class; {@code Application} itself for all resources
 * @param classes what was found in the module
 */
record ServletOfApplication(Class<?> application, Classes classes) {
    static final String APPLICATION = "jakarta.ws.rs.Application";

    /** Classes that were found. */
    interface Classes {
        /** Names of the classes of resources. */
        Set<String> resources();

        /** Names of the classes of providers. */
        Set<String> providers();
    }

    /** Returns the names of the servlets of {@code web.xml} that are for the application: by their name, or by the parameter. */
    List<String> declared(ServletContext context) {
        List<String> names = new ArrayList<>();
        for (ServletRegistration each : context.getServletRegistrations().values()) {
            if (each.getName().equals(application.getName())
                    || application.getName().equals(each.getInitParameter(APPLICATION))) {
                names.add(each.getName());
            }
        }
        return names;
    }

    /**
     * Registers the servlets, or completes them.
     *
     * @param names of the servlets
     * @param path of the annotation; null where {@code web.xml} maps them
     */
    void register(ServletContext context, List<String> names, @Nullable String path) {
        for (String name : names) {
            ServletRegistration there = context.getServletRegistration(name);
            if (there == null || there.getClassName() == null) {
                ServletRegistration.Dynamic made = context.addServlet(name, RestDispatcher.class);
                if (made != null) {
                    made.setAsyncSupported(true);
                    made.setLoadOnStartup(1);
                    multipart(made);
                }
                there = context.getServletRegistration(name);
            }
            if (there != null) {
                complete(there, path);
            }
        }
    }

    /** Registers a filter for all resources: what is for none of them goes on to static files and other servlets. */
    void registerAtRoot(ServletContext context) {
        FilterRegistration.Dynamic filter = context.addFilter(application.getName(), Filter30Dispatcher.class);
        if (filter == null) {
            return; // the module has a filter of the name
        }
        filter.setAsyncSupported(true);
        filter.setInitParameter(APPLICATION, application.getName());
        set(filter, "resteasy.scanned.resources", classes.resources());
        set(filter, "resteasy.scanned.providers", classes.providers());
        filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST, DispatcherType.FORWARD), true, "/*");
    }

    private void multipart(ServletRegistration.Dynamic servlet) {
        MultipartConfig multipart = application.getAnnotation(MultipartConfig.class);
        if (multipart != null) {
            servlet.setMultipartConfig(new MultipartConfigElement(multipart));
        }
    }

    private void complete(ServletRegistration servlet, @Nullable String path) {
        String prefix = path == null
                ? mapped(servlet.getMappings())
                : "/" + EncodedPath.decoded(path).replaceAll("^/+|/\\*$|/+$", "");
        if (path != null) {
            servlet.addMapping(prefix.equals("/") ? "/*" : prefix + "/*");
        }
        servlet.setInitParameter(APPLICATION, application.getName());
        servlet.setInitParameter(RestDispatcher.PREFIX, EncodedPath.encoded(prefix));
        set(servlet, "resteasy.scanned.resources", classes.resources());
        set(servlet, "resteasy.scanned.providers", classes.providers());
    }

    private static void set(Registration servlet, String parameter, Set<String> classes) {
        if (!classes.isEmpty()) {
            servlet.setInitParameter(parameter, String.join(",", classes));
        }
    }

    /** {@code /api/*} is {@code /api}; {@code /*} and {@code /} are the context root. */
    private static String mapped(Collection<String> mappings) {
        String first = mappings.stream().sorted().findFirst().orElse("/");
        String prefix = first.endsWith("/*") ? first.substring(0, first.length() - 2) : first;
        return prefix.isEmpty() ? "/" : prefix;
    }
}
