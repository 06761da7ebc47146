package io.keelson.servlet.descriptor;

import io.keelson.component.descriptor.Location;
import io.keelson.servlet.descriptor.WebDescriptor.SecurityConstraint;
import io.keelson.servlet.descriptor.WebDescriptor.Transport;
import io.keelson.servlet.descriptor.WebDescriptor.WebResourceCollection;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.HttpMethodConstraintElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.EmptyRoleSemantic;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Constraints that mean the same as a {@code ServletSecurityElement}: for
 * {@code @ServletSecurity}, and for {@code ServletRegistration.Dynamic.setServletSecurity}.
 *
 * <p>Specification: Servlet 6.1, 13.4.1.2 Mapping @ServletSecurity to security-constraint; Servlet 6.1, 13.4.2 setServletSecurity of
 * ServletRegistration.Dynamic.
 */
public final class ServletSecurityConstraints {
    private ServletSecurityConstraints() {}

    /**
     * The constraints for these patterns; none where there are no patterns or nothing is constrained.
     *
     * @param location where the element was declared
     */
    public static List<SecurityConstraint> of(
            ServletSecurityElement security, List<String> patterns, Location location) {
        if (patterns.isEmpty()) {
            return List.of();
        }
        List<SecurityConstraint> constraints = new ArrayList<>();
        Set<String> named = Set.copyOf(security.getMethodNames());
        // A general part that says nothing beside methods that say something is not meant as "open to all": it would
        // cover methods that are to stay uncovered.
        boolean methodsOnly = unconstrained(security)
                && security.getHttpMethodConstraints().stream().anyMatch(method -> !unconstrained(method));
        if (!methodsOnly) {
            constraints.add(constraint(security, patterns, Set.of(), named, location));
        }
        for (HttpMethodConstraintElement method : security.getHttpMethodConstraints()) {
            constraints.add(constraint(method, patterns, Set.of(method.getMethodName()), Set.of(), location));
        }
        return List.copyOf(constraints);
    }

    /** The roles that it names; they count as declared (13.4.1). */
    public static Set<String> roles(ServletSecurityElement security) {
        Set<String> named = new LinkedHashSet<>(Arrays.asList(security.getRolesAllowed()));
        security.getHttpMethodConstraints().forEach(method -> named.addAll(Arrays.asList(method.getRolesAllowed())));
        // Neither is the name of a role: "**" declared as one would no longer stand for everybody who is authenticated.
        named.remove("*");
        named.remove("**");
        return named;
    }

    private static boolean unconstrained(HttpConstraintElement element) {
        return element.getRolesAllowed().length == 0
                && element.getEmptyRoleSemantic() == EmptyRoleSemantic.PERMIT
                && element.getTransportGuarantee() == TransportGuarantee.NONE;
    }

    private static SecurityConstraint constraint(
            HttpConstraintElement element,
            List<String> patterns,
            Set<String> methods,
            Set<String> omitted,
            Location location) {
        return new SecurityConstraint(
                null,
                List.of(new WebResourceCollection(null, List.copyOf(patterns), methods, omitted)),
                roles(element),
                element.getTransportGuarantee() == TransportGuarantee.CONFIDENTIAL
                        ? Transport.CONFIDENTIAL
                        : Transport.NONE,
                location);
    }

    private static @Nullable Set<String> roles(HttpConstraintElement element) {
        if (element.getRolesAllowed().length > 0) {
            // Here "*" is no wildcard but a role that nobody can hold.
            return Arrays.stream(element.getRolesAllowed())
                    .filter(role -> !role.equals("*"))
                    .collect(Collectors.toUnmodifiableSet());
        }
        return element.getEmptyRoleSemantic() == EmptyRoleSemantic.DENY ? Set.of() : null;
    }
}
