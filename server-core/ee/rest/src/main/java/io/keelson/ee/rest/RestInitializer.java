package io.keelson.ee.rest;

import io.keelson.ee.rest.bean.CdiInjection;
import io.keelson.ee.rest.bean.RestBeans;
import io.keelson.ee.rest.bean.SessionBeanInjection;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.Registration;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Registers RESTEasy's servlet: one for each subclass of {@code Application} that has a path or a mapping in {@code web.xml}, or one for
 * all resources where {@code web.xml} maps a servlet of the name {@code jakarta.ws.rs.core.Application}. Where there is neither,
 * resources of the module's own classes are served at its context root by a filter, as on TomEE; what is none of theirs goes on to other
 * servlets. Made by the container for each web module.
 *
 * <p>Specification: RESTful Web Services 4.0, 2.3.2 Servlet.
 */
@HandlesTypes({Application.class, ApplicationPath.class, Path.class, Provider.class})
public final class RestInitializer implements ServletContainerInitializer {
    private static final List<String> IMPLEMENTATIONS =
            List.of("org.jboss.resteasy.", "org.glassfish.jersey.", "org.apache.cxf.", "org.apache.wink.");
    private static final String VALIDATION = "org.jboss.resteasy.plugins.validation.";

    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) {
        RestBeans beans = RestBeans.current();
        Set<Class<?>> all = new LinkedHashSet<>(classes == null ? Set.of() : classes);
        all.addAll(beans.classes());
        Scanned scanned = Scanned.of(all, beans);
        if (!scanned.isUsed()) {
            return;
        }
        settings(context, beans);
        for (Class<?> application : scanned.applications()) {
            register(application, scanned, context);
        }
        if (context.getServletRegistration(Application.class.getName()) != null) {
            new ServletOfApplication(Application.class, scanned)
                    .register(context, List.of(Application.class.getName()), null);
        } else if (scanned.applications().isEmpty() && !isServedOtherwise(context)) {
            Scanned own = scanned.of(type -> isOwn(type, context));
            if (!own.resources().isEmpty()) {
                new ServletOfApplication(Application.class, own).registerAtRoot(context);
                context.log("No application of REST has a path, so these are at the context root: "
                        + String.join(", ", own.resources()));
            }
        }
    }

    /** Not one of a library: that may bring resources which nobody wants to be reached. */
    private static boolean isOwn(String type, ServletContext context) {
        try {
            return context.getResource("/WEB-INF/classes/" + type.replace('.', '/') + ".class") != null;
        } catch (MalformedURLException e) {
            return false;
        }
    }

    /** Returns true if the module maps a servlet or filter of an implementation of REST by itself. */
    private static boolean isServedOtherwise(ServletContext context) {
        return Stream.concat(
                        context.getServletRegistrations().values().stream(),
                        context.getFilterRegistrations().values().stream())
                .map(Registration::getClassName)
                .anyMatch(name -> name != null && IMPLEMENTATIONS.stream().anyMatch(name::startsWith));
    }

    /** Classes of the application, without abstract ones and interfaces. Names are in order, so that each start is like the last. */
    private record Scanned(List<Class<?>> applications, Set<String> resources, Set<String> providers)
            implements ServletOfApplication.Classes {
        static Scanned of(Set<Class<?>> classes, RestBeans beans) {
            Set<String> resources = new TreeSet<>();
            Set<String> providers = new TreeSet<>();
            for (Class<?> type : classes) {
                if (isComponent(type) && type.isAnnotationPresent(Path.class)) {
                    resources.add(type.getName());
                } else if (isComponent(type) && type.isAnnotationPresent(Provider.class)) {
                    providers.add(type.getName());
                }
            }
            beans.resources().forEach(type -> resources.add(type.getName()));
            beans.providers().forEach(type -> providers.add(type.getName()));
            List<Class<?>> applications = classes.stream()
                    .filter(type -> isComponent(type) && Application.class.isAssignableFrom(type))
                    .sorted(java.util.Comparator.comparing(Class::getName))
                    .toList();
            return new Scanned(applications, resources, providers);
        }

        private static boolean isComponent(Class<?> type) {
            return !type.isInterface()
                    && !Modifier.isAbstract(type.getModifiers())
                    && type.getClassLoader() != RestInitializer.class.getClassLoader();
        }

        /** Those resources that are meant, with all providers. */
        Scanned of(Predicate<String> meant) {
            Set<String> some = new TreeSet<>(resources);
            some.removeIf(meant.negate());
            return new Scanned(applications, some, providers);
        }

        boolean isUsed() {
            return !applications.isEmpty() || !resources.isEmpty();
        }
    }

    private static void register(Class<?> application, Scanned scanned, ServletContext context) {
        ServletOfApplication servlet = new ServletOfApplication(application, scanned);
        List<String> declared = servlet.declared(context);
        ApplicationPath path = application.getAnnotation(ApplicationPath.class);
        if (!declared.isEmpty()) {
            servlet.register(context, declared, null);
        } else if (path != null) {
            servlet.register(context, List.of(application.getName()), path.value());
        } else {
            context.log("The application of REST " + application.getName()
                    + " is not reachable: it has no @ApplicationPath, and no servlet of web.xml has its name");
        }
    }

    /** Beans where the module has CDI, and validation where it has that. What the module itself sets stays. */
    private static void settings(ServletContext context, RestBeans beans) {
        boolean beansOfCdi = beans.isEmpty() && hasCdi();
        context.setInitParameter(
                "resteasy.injector.factory",
                beansOfCdi ? CdiInjection.class.getName() : SessionBeanInjection.class.getName());
        if (!hasValidation()) {
            context.setInitParameter(
                    "resteasy.disable.providers",
                    VALIDATION + "ValidatorContextResolver," + VALIDATION + "ValidatorContextResolverCDI");
        }
    }

    private static boolean hasCdi() {
        try {
            return CDI.current().getBeanManager() != null;
        } catch (IllegalStateException none) {
            return false;
        }
    }

    private static boolean hasValidation() {
        try {
            return new InitialContext().lookup("java:comp/ValidatorFactory") != null;
        } catch (NamingException none) {
            return false;
        }
    }
}
