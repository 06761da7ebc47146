package io.keelson.ee.security.authorization;

import io.keelson.component.role.RoleMapping;
import io.keelson.servlet.descriptor.WebDescriptor.SecurityConstraint;
import io.keelson.servlet.descriptor.WebDescriptor.Transport;
import io.keelson.servlet.descriptor.WebDescriptor.WebResourceCollection;
import io.keelson.servlet.spi.security.WebConstraints;
import jakarta.security.jacc.PolicyConfiguration;
import jakarta.security.jacc.PolicyContextException;
import jakarta.security.jacc.WebResourcePermission;
import jakarta.security.jacc.WebRoleRefPermission;
import jakarta.security.jacc.WebUserDataPermission;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The permissions of a web module's constraints and roles. Confined to the thread that deploys.
 *
 * <p>Specification: Authorization 3.0, 3.1.3 Translating Servlet Deployment Descriptors.
 */
final class WebPermissions {
    private final WebConstraints constraints;
    private final Map<String, Pattern> patterns = new LinkedHashMap<>();

    /** Methods of one pattern, by their rule. */
    private static final class Pattern {
        private MethodSet covered = MethodSet.NONE;
        private MethodSet excluded = MethodSet.NONE;
        private MethodSet unchecked = MethodSet.NONE;
        private final Map<String, MethodSet> byRole = new TreeMap<>();
        private final Map<Transport, MethodSet> byTransport = new TreeMap<>();
    }

    WebPermissions(WebConstraints constraints) {
        this.constraints = constraints;
        for (SecurityConstraint constraint : constraints.constraints()) {
            for (WebResourceCollection collection : constraint.resources()) {
                MethodSet methods = MethodSet.of(collection.methods(), collection.omittedMethods());
                for (String pattern : collection.patterns()) {
                    add(patterns.computeIfAbsent(pattern, name -> new Pattern()), constraint, methods);
                }
            }
        }
        patterns.computeIfAbsent("/", name -> new Pattern());
    }

    private void add(Pattern pattern, SecurityConstraint constraint, MethodSet methods) {
        pattern.covered = pattern.covered.and(methods);
        Set<String> named = constraint.roles();
        if (named != null && named.isEmpty()) {
            pattern.excluded = pattern.excluded.and(methods);
            return;
        }
        if (named == null) {
            pattern.unchecked = pattern.unchecked.and(methods);
        } else {
            roles(named).forEach(role -> pattern.byRole.merge(role, methods, MethodSet::and));
        }
        pattern.byTransport.merge(constraint.transport(), methods, MethodSet::and);
    }

    /** {@code *} stands for the declared roles, or for everybody who is authenticated where the server's descriptor says so. */
    private Set<String> roles(Set<String> named) {
        if (!named.contains(RoleMapping.ALL)) {
            return named;
        }
        Set<String> all = new LinkedHashSet<>(named);
        all.remove(RoleMapping.ALL);
        all.addAll(constraints.roles().declared());
        if (constraints.roles().allowAll()) {
            all.add(RoleMapping.AUTHENTICATED);
        }
        return all;
    }

    /** Adds all of them to an open configuration. */
    void addTo(PolicyConfiguration configuration) throws PolicyContextException {
        for (Map.Entry<String, Pattern> entry : patterns.entrySet()) {
            String name = qualified(entry.getKey());
            if (name != null) {
                add(name, entry.getValue(), configuration);
            }
        }
        addRoles(configuration);
    }

    /**
     * Methods that are open for one reason and methods that are open for another make one permission, so that it implies both at once.
     */
    private void add(String name, Pattern pattern, PolicyConfiguration to) throws PolicyContextException {
        MethodSet uncovered = pattern.covered.others();
        MethodSet excluded = pattern.excluded;
        MethodSet unchecked = pattern.unchecked;
        Map<Transport, MethodSet> transports = new TreeMap<>(pattern.byTransport);
        if (constraints.denyUncovered() && !pattern.covered.isEmpty()) {
            excluded = excluded.and(uncovered);
        } else if (!uncovered.isEmpty()) {
            unchecked = unchecked.and(uncovered);
            transports.merge(Transport.NONE, uncovered, MethodSet::and);
        }
        if (!excluded.isEmpty()) {
            to.addToExcludedPolicy(new WebResourcePermission(name, excluded.actions()));
            to.addToExcludedPolicy(new WebUserDataPermission(name, excluded.actions()));
        }
        if (!unchecked.isEmpty()) {
            to.addToUncheckedPolicy(new WebResourcePermission(name, unchecked.actions()));
        }
        for (Map.Entry<String, MethodSet> role : pattern.byRole.entrySet()) {
            to.addToRole(
                    role.getKey(),
                    new WebResourcePermission(name, role.getValue().actions()));
        }
        for (Map.Entry<Transport, MethodSet> transport : transports.entrySet()) {
            to.addToUncheckedPolicy(
                    new WebUserDataPermission(name, actions(transport.getValue().actions(), transport.getKey())));
        }
    }

    private static @Nullable String actions(@Nullable String methods, Transport transport) {
        return transport == Transport.NONE ? methods : (methods == null ? "" : methods) + ":" + transport.name();
    }

    private void addRoles(PolicyConfiguration to) throws PolicyContextException {
        Set<String> roles = new LinkedHashSet<>(constraints.roles().declared());
        roles.add(RoleMapping.AUTHENTICATED);
        for (Map.Entry<String, Map<String, String>> servlet :
                constraints.references().entrySet()) {
            for (Map.Entry<String, String> reference : servlet.getValue().entrySet()) {
                to.addToRole(reference.getValue(), new WebRoleRefPermission(servlet.getKey(), reference.getKey()));
            }
            for (String role : roles) {
                if (!servlet.getValue().containsKey(role)) {
                    to.addToRole(role, new WebRoleRefPermission(servlet.getKey(), role));
                }
            }
        }
        for (String role : roles) {
            to.addToRole(role, new WebRoleRefPermission("", role));
        }
    }

    /** Returns the name of a pattern with the more special patterns behind it; null where one of these takes its place altogether. */
    private @Nullable String qualified(String pattern) {
        StringBuilder name = new StringBuilder(escaped(pattern));
        for (String other : patterns.keySet()) {
            if (!other.equals(pattern) && qualifies(other, pattern)) {
                if (matches(other, pattern)) {
                    return null;
                }
                name.append(':').append(escaped(other));
            }
        }
        return name.toString();
    }

    private static boolean qualifies(String other, String pattern) {
        if (pattern.equals("/")) {
            return true;
        }
        boolean prefix = isPrefix(other);
        boolean exact = !prefix && !other.startsWith("*.") && !other.equals("/");
        if (isPrefix(pattern)) {
            return (prefix || exact) && matches(pattern, other);
        }
        return pattern.startsWith("*.") && (prefix || exact && matches(pattern, other));
    }

    private static boolean isPrefix(String pattern) {
        return pattern.startsWith("/") && pattern.endsWith("/*");
    }

    /** Returns true if the first pattern matches all that the second does. */
    private static boolean matches(String pattern, String other) {
        if (pattern.equals(other) || pattern.equals("/*") || pattern.equals("/")) {
            return true;
        }
        if (isPrefix(pattern)) {
            String prefix = pattern.substring(0, pattern.length() - 2);
            return other.equals(prefix) || other.startsWith(prefix + "/");
        }
        return pattern.startsWith("*.")
                && other.lastIndexOf('.') > other.lastIndexOf('/')
                && other.lastIndexOf('/') >= 0
                && other.endsWith(pattern.substring(1));
    }

    /** Returns a path or pattern as it stands in names of permissions, where a colon separates. */
    static String escaped(String path) {
        return path.replace(":", "%3A");
    }
}
