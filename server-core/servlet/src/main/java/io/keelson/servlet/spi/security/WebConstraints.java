package io.keelson.servlet.spi.security;

import io.keelson.component.role.RoleMapping;
import io.keelson.servlet.descriptor.WebDescriptor.SecurityConstraint;
import java.util.List;
import java.util.Map;

/**
 * The security rules of a web module that has started: those of its descriptor, of annotations and of its code. Immutable.
 *
 * <p>Specification: Servlet 6.1, 13.8 Specifying Security Constraints.
 *
 * @param constraints all constraints
 * @param denyUncovered true if methods that no constraint covers are refused
 * @param references by servlet: the names of roles in its code and the roles that they mean
 * @param roles the declared roles and their holders
 */
public record WebConstraints(
        List<SecurityConstraint> constraints,
        boolean denyUncovered,
        Map<String, Map<String, String>> references,
        RoleMapping roles) {
    public WebConstraints {
        constraints = List.copyOf(constraints);
        references = Map.copyOf(references);
    }
}
