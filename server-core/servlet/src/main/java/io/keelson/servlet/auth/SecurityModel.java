package io.keelson.servlet.auth;

import io.keelson.component.descriptor.Location;
import io.keelson.component.role.RoleMapping;
import io.keelson.servlet.descriptor.ServletSecurityConstraints;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.descriptor.WebDescriptor.LoginConfig;
import io.keelson.servlet.descriptor.WebDescriptor.SecurityConstraint;
import io.keelson.servlet.descriptor.WebDescriptor.Servlet;
import io.keelson.servlet.spi.security.WebConstraints;
import jakarta.servlet.ServletSecurityElement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Security rules of an application that has started: its descriptor and what its code has registered. Immutable.
 *
 * <p>Specification: Servlet 6.1, 13.2 Declarative Security; Servlet 6.1, 13.4 Programmatic Security Policy Configuration.
 *
 * @param application name of the application, for messages
 * @param constraints all constraints
 * @param denyUncoveredHttpMethods whether methods that no constraint covers are refused
 * @param login null: none declared
 * @param roles the roles that {@code *} stands for
 * @param assignments role to the users and groups that hold it, from {@code weblogic.xml}
 * @param runAsUsers role to the user that {@code run-as} takes, from {@code weblogic.xml}
 * @param runAsUsersOfServlets the same by servlet, which counts before the role's
 * @param allowAllRoles whether the role {@code *} stands for everybody who is authenticated, from {@code weblogic.xml}
 * @param mostSavedBody the largest body that waits for a login by form, in bytes; negative: not limited by itself
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
        Map<String, String> runAsUsersOfServlets,
        boolean allowAllRoles,
        int mostSavedBody,
        Map<String, ServletRoles> servlets) {

    /** Roles of one servlet: {@code role-name} in its code to {@code role-link}, and the role of its {@code run-as}. */
    public record ServletRoles(
            Map<String, String> references, @Nullable String runAs) {}

    /** Returns what the descriptor says, with {@code @ServletSecurity} on the patterns that it maps. */
    public static SecurityModel of(String application, WebDescriptor descriptor) {
        Map<String, ServletSecurityElement> security = new LinkedHashMap<>();
        Map<String, List<String>> patterns = new HashMap<>();
        for (Servlet servlet : descriptor.code().servlets()) {
            ServletSecurityElement element = servlet.security();
            if (element != null) {
                security.put(servlet.name(), element);
            }
        }
        descriptor
                .code()
                .servletMappings()
                .forEach(mapping -> patterns.computeIfAbsent(mapping.servlet(), s -> new ArrayList<>())
                        .addAll(mapping.patterns()));
        return of(application, descriptor, security, servlet -> patterns.getOrDefault(servlet, List.of()));
    }

    /**
     * Makes the model of what the descriptor says and of what holds for single servlets by annotation or code. A constraint of the
     * descriptor with exactly the same pattern takes the place of that (13.4.1, 13.4.2).
     *
     * @param security by servlet
     * @param patterns the patterns that a servlet is mapped to in the end
     */
    public static SecurityModel of(
            String application,
            WebDescriptor descriptor,
            Map<String, ServletSecurityElement> security,
            Function<String, List<String>> patterns) {
        Map<String, ServletRoles> servlets = new HashMap<>();
        for (Servlet servlet : descriptor.code().servlets()) {
            servlets.put(servlet.name(), new ServletRoles(servlet.roleReferences(), servlet.runAs()));
        }
        Set<String> declared = new HashSet<>();
        descriptor.security().constraints().forEach(c -> c.resources().forEach(r -> declared.addAll(r.patterns())));
        List<SecurityConstraint> constraints =
                new ArrayList<>(descriptor.security().constraints());
        Set<String> roles = new LinkedHashSet<>(descriptor.security().roles());
        security.forEach((servlet, element) -> {
            List<String> own = patterns.apply(servlet).stream()
                    .filter(pattern -> !declared.contains(pattern))
                    .toList();
            constraints.addAll(
                    ServletSecurityConstraints.of(element, own, Location.of("the security of servlet " + servlet)));
            roles.addAll(ServletSecurityConstraints.roles(element));
        });
        Integer mostBody = descriptor.server().session().maxSavePostSize();
        return new SecurityModel(
                application,
                List.copyOf(constraints),
                descriptor.security().denyUncoveredHttpMethods(),
                descriptor.security().login(),
                Collections.unmodifiableSet(roles),
                descriptor.server().roles(),
                descriptor.server().runAs(),
                descriptor.server().runAsOfServlets(),
                Boolean.TRUE.equals(descriptor.server().container().allowAllRoles()),
                mostBody == null ? FormMechanism.MOST_BODY : mostBody,
                Collections.unmodifiableMap(servlets));
    }

    /** Adds the roles of the enterprise application; the module's own assignments of a role count before those of the application. */
    public SecurityModel within(RoleMapping enterprise) {
        Map<String, Set<String>> all = new HashMap<>(enterprise.assignments());
        all.putAll(assignments);
        Set<String> declared = new LinkedHashSet<>(roles);
        declared.addAll(enterprise.declared());
        return with(Collections.unmodifiableSet(declared), servlets, Collections.unmodifiableMap(all));
    }

    /** The same with roles that code has declared. */
    public SecurityModel withRoles(Set<String> more) {
        Set<String> all = new LinkedHashSet<>(roles);
        all.addAll(more);
        return with(all, servlets, assignments);
    }

    /** The same with the {@code run-as} role that code has set for a servlet. */
    public SecurityModel withRunAs(String servlet, String role) {
        Map<String, ServletRoles> all = new HashMap<>(servlets);
        ServletRoles old = all.getOrDefault(servlet, new ServletRoles(Map.of(), null));
        all.put(servlet, new ServletRoles(old.references(), role));
        return with(roles, all, assignments);
    }

    /** Returns the rules as policies of the application are told. */
    public WebConstraints told() {
        Map<String, Map<String, String>> references = new HashMap<>();
        servlets.forEach((servlet, own) -> references.put(servlet, own.references()));
        return new WebConstraints(
                constraints,
                denyUncoveredHttpMethods,
                references,
                new RoleMapping(Set.copyOf(roles), Map.copyOf(assignments), allowAllRoles));
    }

    private SecurityModel with(
            Set<String> nextRoles, Map<String, ServletRoles> nextServlets, Map<String, Set<String>> nextAssignments) {
        return new SecurityModel(
                application,
                constraints,
                denyUncoveredHttpMethods,
                login,
                Collections.unmodifiableSet(nextRoles),
                nextAssignments,
                runAsUsers,
                runAsUsersOfServlets,
                allowAllRoles,
                mostSavedBody,
                Collections.unmodifiableMap(nextServlets));
    }
}
