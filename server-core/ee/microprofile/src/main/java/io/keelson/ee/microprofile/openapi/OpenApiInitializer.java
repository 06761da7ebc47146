package io.keelson.ee.microprofile.openapi;

import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Maps {@link DocumentServlet} in modules that have a document. A module that maps {@code /openapi} itself keeps its own servlet. Made by
 * the container for each web module.
 */
public final class OpenApiInitializer implements ServletContainerInitializer {
    private static final String NAME = "io.keelson.openapi";

    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) {
        Optional<ModuleDocument> document =
                ApplicationClassLoader.attachment(context.getClassLoader(), ModuleDocument.class);
        if (document.isPresent() && !isTaken(context)) {
            ServletRegistration.Dynamic servlet = context.addServlet(NAME, new DocumentServlet(document.get()));
            servlet.setAsyncSupported(true);
            servlet.addMapping(MergedEndpoint.PATH);
        }
    }

    private static boolean isTaken(ServletContext context) {
        return context.getServletRegistrations().values().stream()
                .anyMatch(servlet -> servlet.getMappings().contains(MergedEndpoint.PATH));
    }
}
