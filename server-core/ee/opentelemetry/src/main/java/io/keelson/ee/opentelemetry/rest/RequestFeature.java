package io.keelson.ee.opentelemetry.rest;

import io.keelson.ee.opentelemetry.sdk.ApplicationTelemetry;
import jakarta.annotation.Priority;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.util.Optional;

/**
 * Begins a span for each request to a resource, in applications that have an SDK. Stateless.
 *
 * <p>Specification: MicroProfile Telemetry 2.1, 5.1 Automatic Instrumentation, Jakarta RESTful Web Services.
 */
@ConstrainedTo(RuntimeType.SERVER)
public final class RequestFeature implements DynamicFeature {
    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        if (ApplicationTelemetry.ofThread()
                .filter(ApplicationTelemetry::isEnabled)
                .isPresent()) {
            context.register(new Begin(Route.of(resource.getResourceClass(), resource.getResourceMethod())));
        }
    }

    /**
     * Begins the span before filters that may refuse the request.
     *
     * @param route the path of the resource below that of the application; empty where it is not known
     */
    @Priority(0)
    private record Begin(Optional<String> route) implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            if (request.getProperty(FollowedRequest.ATTRIBUTE) instanceof FollowedRequest followed) {
                String base = request.getUriInfo().getBaseUri().getPath();
                followed.begin(route.map(path -> Route.join(base, path)).orElse(null));
            }
        }
    }
}
