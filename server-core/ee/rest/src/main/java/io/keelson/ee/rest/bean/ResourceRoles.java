package io.keelson.ee.rest.bean;

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
import org.jspecify.annotations.Nullable;

/**
 * Lets methods of resources be called by the roles that their annotations name; everybody else is answered with 403. Where a login has set
 * {@link #CHALLENGE}, callers who have not logged in are answered with 401. The annotation of a method goes before that of its class. The
 * container of session beans decides about theirs itself, except that it has no challenge. Thread-safe.
 *
 * <p>Specification: Annotations 3.0, 2.9 to 2.11; the roles are those of {@code SecurityContext.isUserInRole}, RESTful Web Services 4.0,
 * 10.2.4.
 */
public final class ResourceRoles implements DynamicFeature {
    /** Property that the feature of a login sets: the value of {@code WWW-Authenticate} for callers who have not logged in. */
    static final String CHALLENGE = "io.keelson.rest.challenge";

    /** Stands for {@code PermitAll}; no role has this name. */
    private static final String EVERYBODY = "";

    private final RestBeans beans = RestBeans.current();

    /** Made by RESTEasy, one an application. */
    public ResourceRoles() {}

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        String challenge = context.getConfiguration().getProperty(CHALLENGE) instanceof String set ? set : null;
        if (challenge == null && beans.of(resource.getResourceClass()) != null) {
            return;
        }
        List<String> roles = roles(resource.getResourceMethod());
        if (roles == null) {
            roles = roles(resource.getResourceClass());
        }
        if (roles != null && !roles.contains(EVERYBODY)) {
            context.register(new RoleFilter(roles, challenge));
        }
    }

    /** Returns who may call; null where the annotations of the element say nothing. */
    private static @Nullable List<String> roles(AnnotatedElement element) {
        if (element.isAnnotationPresent(DenyAll.class)) {
            return List.of();
        }
        RolesAllowed allowed = element.getAnnotation(RolesAllowed.class);
        if (allowed != null) {
            return List.of(allowed.value());
        }
        return element.isAnnotationPresent(PermitAll.class) ? List.of(EVERYBODY) : null;
    }

    /**
     * Decides about the requests of one method, after filters of others: one that knows how callers log in says so with 401.
     *
     * @param roles one of them is enough; none: nobody may call it
     * @param challenge for callers who have not logged in; null: no login has one
     */
    @Priority(Priorities.AUTHORIZATION + 1)
    private record RoleFilter(List<String> roles, @Nullable String challenge) implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            SecurityContext caller = request.getSecurityContext();
            if (roles.stream().anyMatch(caller::isUserInRole)) {
                return;
            }
            request.abortWith(
                    challenge != null && caller.getUserPrincipal() == null && !roles.isEmpty()
                            ? Response.status(Response.Status.UNAUTHORIZED)
                                    .header("WWW-Authenticate", challenge)
                                    .build()
                            : Response.status(Response.Status.FORBIDDEN).build());
        }
    }
}
