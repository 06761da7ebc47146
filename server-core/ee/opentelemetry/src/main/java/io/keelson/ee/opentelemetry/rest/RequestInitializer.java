package io.keelson.ee.opentelemetry.rest;

import io.keelson.ee.opentelemetry.sdk.ApplicationTelemetry;
import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts {@link RequestFilter} in front of web modules that see Jakarta REST and have an SDK. Made by the container for each web module. */
public final class RequestInitializer implements ServletContainerInitializer {
    private static final String NAME = "io.keelson.opentelemetry";
    private static final String RESOURCE = "jakarta.ws.rs.Path";

    @Override
    public void onStartup(@Nullable Set<Class<?>> classes, ServletContext context) {
        ClassLoader module = context.getClassLoader();
        ApplicationClassLoader.attachment(module, ApplicationTelemetry.class)
                .filter(ApplicationTelemetry::isEnabled)
                .filter(telemetry -> seesResources(module))
                .ifPresent(telemetry -> {
                    FilterRegistration.Dynamic filter = context.addFilter(NAME, new RequestFilter(telemetry));
                    filter.setAsyncSupported(true);
                    filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
                });
    }

    private static boolean seesResources(ClassLoader module) {
        try {
            Class.forName(RESOURCE, false, module);
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }
}
