package io.keelson.ee.rest.shop;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.ext.Provider;
import java.security.Principal;

/** A login of the application's own: a header says which role its caller has. */
@Provider
@Priority(Priorities.AUTHENTICATION)
public class Badges implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
        String role = request.getHeaderString("Badge");
        if (role != null) {
            SecurityContext before = request.getSecurityContext();
            request.setSecurityContext(new Badge(role, before.isSecure()));
        }
    }

    private record Badge(String role, boolean isSecure) implements SecurityContext {
        @Override
        public Principal getUserPrincipal() {
            return () -> "bearer";
        }

        @Override
        public boolean isUserInRole(String asked) {
            return role.equals(asked);
        }

        @Override
        public String getAuthenticationScheme() {
            return "BADGE";
        }
    }
}
