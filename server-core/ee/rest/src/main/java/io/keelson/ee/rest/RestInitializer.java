package io.keelson.ee.rest;

import io.keelson.ee.rest.bean.RestBeans;
import io.keelson.ee.rest.bean.SessionBeanInjection;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Registers RESTEasy's servlet: one for each subclass of {@code Application} that has a path or a mapping in {@code web.xml}, or one for all resources
 * where {@code web.xml} maps a servlet of the name {@code jakarta.ws.rs.core.Application}. Made by the container for each web module.
 *
 * <p>Specification: RESTful Web Services 4.0, 2.3.2 Servlet.
 */
@HandlesTypes({Application.class, ApplicationPath.class, Path.class, Provider.class})
public final class RestInitializer implements ServletContainerInitializer {
    private static final String CDI_INJECTION = "org.jboss.resteasy.cdi.CdiInjectorFactory";
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
        }
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
        if (!beans.isEmpty()) {
            context.setInitParameter("resteasy.injector.factory", SessionBeanInjection.class.getName());
        } else if (hasCdi()) {
            context.setInitParameter("resteasy.injector.factory", CDI_INJECTION);
        }
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
