package io.keelson.servlet.auth;

import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.descriptor.WebDescriptor.LoginConfig;
import io.keelson.servlet.descriptor.WebDescriptor.SecurityConstraint;
import io.keelson.servlet.descriptor.WebDescriptor.Servlet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an application says about security when it has started: its descriptor and what its code has registered. Immutable.
 *
 * @param application name of the application, for messages
 * @param constraints all constraints
 * @param denyUncoveredHttpMethods whether methods that no constraint covers are refused
 * @param login null: none declared
 * @param roles the roles that {@code *} stands for
 * @param assignments role to the users and groups that hold it, from {@code weblogic.xml}
 * @param runAsUsers role to the user that {@code run-as} takes, from {@code weblogic.xml}
 * @param servlets by name
 */
public record SecurityModel(
        String application,
        List<SecurityConstraint> constraints,
        boolean denyUncoveredHttpMethods,
        @Nullable LoginConfig login,
        Set<String> roles,
        Map<String, Set<String>> assignments,
        Map<String, String> runAsUsers,
        Map<String, ServletRoles> servlets) {

    /** What one servlet says: {@code role-name} in its code to {@code role-link}, and the role of its {@code run-as}. */
    public record ServletRoles(
            Map<String, String> references, @Nullable String runAs) {}

    /** What the descriptor says. */
    public static SecurityModel of(String application, WebDescriptor descriptor) {
        Map<String, ServletRoles> servlets = new HashMap<>();
        for (Servlet servlet : descriptor.servlets()) {
            servlets.put(servlet.name(), new ServletRoles(servlet.roleReferences(), servlet.runAs()));
        }
        return new SecurityModel(
                application,
                descriptor.constraints(),
                descriptor.denyUncoveredHttpMethods(),
                descriptor.login(),
                descriptor.securityRoles(),
                descriptor.server().roles(),
                descriptor.server().runAs(),
                Collections.unmodifiableMap(servlets));
    }

    /** The same with what code has registered: constraints of {@code setServletSecurity}, roles of {@code declareRoles}. */
    public SecurityModel with(List<SecurityConstraint> moreConstraints, Set<String> moreRoles) {
        List<SecurityConstraint> allConstraints = new ArrayList<>(constraints);
        allConstraints.addAll(moreConstraints);
        Set<String> allRoles = new LinkedHashSet<>(roles);
        allRoles.addAll(moreRoles);
        return new SecurityModel(
                application,
                List.copyOf(allConstraints),
                denyUncoveredHttpMethods,
                login,
                Collections.unmodifiableSet(allRoles),
                assignments,
                runAsUsers,
                servlets);
    }

    /** The same with the {@code run-as} role that code has set for a servlet. */
    public SecurityModel withRunAs(String servlet, String role) {
        Map<String, ServletRoles> all = new HashMap<>(servlets);
        ServletRoles old = all.getOrDefault(servlet, new ServletRoles(Map.of(), null));
        all.put(servlet, new ServletRoles(old.references(), role));
        return new SecurityModel(
                application,
                constraints,
                denyUncoveredHttpMethods,
                login,
                roles,
                assignments,
                runAsUsers,
                Collections.unmodifiableMap(all));
    }
}
