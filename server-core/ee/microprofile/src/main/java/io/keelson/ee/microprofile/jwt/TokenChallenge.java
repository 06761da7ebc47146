package io.keelson.ee.microprofile.jwt;

import jakarta.annotation.Priority;
import jakarta.annotation.security.DenyAll;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Optional;

/**
 * Lets methods of resources be called by their roles, in modules whose login are tokens: without a token 401, without the role 403. The
 * annotation of a method goes before that of its class. Stateless.
 *
 * <p>Specification: MicroProfile JWT Authentication 2.1, 7.3 Mapping the Caller's groups; Annotations 3.0, 2.9 to 2.11.
 */
public final class RolesFeature implements DynamicFeature {
    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        if (JwtModule.isCurrent()) {
            rule(resource.getResourceMethod())
                    .or(() -> rule(resource.getResourceClass()))
                    .filter(rule -> !rule.everybody())
                    .ifPresent(context::register);
        }
    }

    private static Optional<RoleFilter> rule(AnnotatedElement element) {
        if (element.isAnnotationPresent(DenyAll.class)) {
            return Optional.of(new RoleFilter(false, List.of()));
        }
        RolesAllowed roles = element.getAnnotation(RolesAllowed.class);
        if (roles != null) {
            return Optional.of(new RoleFilter(false, List.of(roles.value())));
        }
        return element.isAnnotationPresent(PermitAll.class)
                ? Optional.of(new RoleFilter(true, List.of()))
                : Optional.empty();
    }

    /**
     * Decides about the requests of one method.
     *
     * @param everybody true if everybody may call it
     * @param roles one of them is enough; none: nobody may call it
     */
    @Priority(Priorities.AUTHORIZATION)
    private record RoleFilter(boolean everybody, List<String> roles) implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            SecurityContext caller = request.getSecurityContext();
            if (roles.stream().anyMatch(caller::isUserInRole)) {
                return;
            }
            request.abortWith(
                    caller.getUserPrincipal() == null && !roles.isEmpty()
                            ? Response.status(Response.Status.UNAUTHORIZED)
                                    .header("WWW-Authenticate", "Bearer")
                                    .build()
                            : Response.status(Response.Status.FORBIDDEN).build());
        }
    }
}
