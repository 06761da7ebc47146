package io.keelson.admin.access;

import io.keelson.base.config.Setting;
import io.keelson.kernel.management.Role;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Groups of the realm that have the roles of the management interface.
 *
 * @param administrators those with the role admin
 * @param deployers those with the role deployer
 * @param operators those with the role operator
 * @param monitors those with the role monitor
 */
public record RoleGroups(
        @Setting(
                help = "Groups of the realm whose users may do everything.",
                defaultValue = "Administrators",
                pattern = "[^,\\s][^,]{0,254}")
        List<String> administrators,

        @Setting(
                help = "Groups of the realm whose users may deploy and remove applications.",
                defaultValue = "Deployers",
                pattern = "[^,\\s][^,]{0,254}")
        List<String> deployers,

        @Setting(
                help = "Groups of the realm whose users may start, stop and move what runs.",
                defaultValue = "Operators",
                pattern = "[^,\\s][^,]{0,254}")
        List<String> operators,

        @Setting(
                help = "Groups of the realm whose users may look at the servers.",
                defaultValue = "Monitors",
                pattern = "[^,\\s][^,]{0,254}")
        List<String> monitors) {
    public RoleGroups {
        administrators = List.copyOf(administrators);
        deployers = List.copyOf(deployers);
        operators = List.copyOf(operators);
        monitors = List.copyOf(monitors);
    }

    /** The defaults. */
    public static RoleGroups standard() {
        return new RoleGroups(
                List.of("Administrators"), List.of("Deployers"), List.of("Operators"), List.of("Monitors"));
    }

    /** Returns whether somebody in those groups is an administrator. */
    public boolean administrates(Collection<String> groups) {
        return groups.stream().anyMatch(administrators::contains);
    }

    /** The roles of somebody in those groups. */
    public Set<Role> roles(Collection<String> groups) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        add(roles, Role.ADMIN, administrators, groups);
        add(roles, Role.DEPLOYER, deployers, groups);
        add(roles, Role.OPERATOR, operators, groups);
        add(roles, Role.MONITOR, monitors, groups);
        return roles;
    }

    private static void add(Set<Role> roles, Role role, List<String> having, Collection<String> groups) {
        if (groups.stream().anyMatch(having::contains)) {
            roles.add(role);
        }
    }
}
