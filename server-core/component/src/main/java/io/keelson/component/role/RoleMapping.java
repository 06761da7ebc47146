package io.keelson.component.role;

import io.keelson.kernel.context.Caller;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The security roles of a module and their holders. A role that a vendor's descriptor assigns is held by the users and groups that it
 * names; any other by the group or user of the same name. Immutable.
 *
 * <p>Specification: Servlet 6.1, 13.5 Roles; weblogic.xml, security-role-assignment.
 *
 * @param declared the roles that {@code *} stands for
 * @param assignments role to the users and groups that hold it
 * @param allowAll true if the role {@code *} stands for everybody who is authenticated
 */
public record RoleMapping(Set<String> declared, Map<String, Set<String>> assignments, boolean allowAll) {
    /** Any role of the module. */
    public static final String ALL = "*";

    /** Everybody who is authenticated, unless the module has a role of that name. */
    public static final String AUTHENTICATED = "**";

    /** Returns this mapping of a module with the roles of its application; who holds a role by the module's mapping counts before. */
    public RoleMapping within(RoleMapping application) {
        Set<String> roles = new LinkedHashSet<>(declared);
        roles.addAll(application.declared);
        Map<String, Set<String>> all = new HashMap<>(application.assignments);
        all.putAll(assignments);
        return new RoleMapping(Set.copyOf(roles), Map.copyOf(all), allowAll);
    }

    /** Returns true if the caller holds the role, which is not {@link #ALL}. */
    public boolean holds(Caller caller, String role) {
        if (role.equals(AUTHENTICATED) && !declared.contains(AUTHENTICATED)) {
            return true;
        }
        String user = caller.principal().getName();
        Set<String> assigned = assignments.get(role);
        if (assigned == null || assigned.isEmpty()) {
            return caller.groups().contains(role) || user.equals(role);
        }
        return assigned.contains(user) || caller.groups().stream().anyMatch(assigned::contains);
    }

    /** Returns true if the caller holds one of the roles; {@link #ALL} is any declared role. */
    public boolean holdsAny(Caller caller, Set<String> roles) {
        for (String role : roles) {
            if (role.equals(ALL) ? holdsDeclared(caller) : holds(caller, role)) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsDeclared(Caller caller) {
        return allowAll || declared.stream().anyMatch(role -> holds(caller, role));
    }
}
