package io.keelson.ee.security.authorization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.Location;
import io.keelson.component.role.RoleMapping;
import io.keelson.servlet.descriptor.WebDescriptor.SecurityConstraint;
import io.keelson.servlet.descriptor.WebDescriptor.Transport;
import io.keelson.servlet.descriptor.WebDescriptor.WebResourceCollection;
import io.keelson.servlet.spi.security.WebConstraints;
import jakarta.security.jacc.WebResourcePermission;
import jakarta.security.jacc.WebRoleRefPermission;
import jakarta.security.jacc.WebUserDataPermission;
import java.security.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Permissions of constraints. The expectations are those that the rules of the specification give for each, worked out by hand. */
class WebPermissionsTest {
    private final List<SecurityConstraint> constraints = new ArrayList<>();
    private Map<String, Map<String, String>> references = Map.of();
    private RoleMapping roles = new RoleMapping(Set.of("clerk", "boss"), Map.of(), false);
    private boolean denyUncovered;

    private void constraint(
            Set<String> allowed, Transport transport, Set<String> methods, Set<String> omitted, String... patterns) {
        constraints.add(new SecurityConstraint(
                null,
                List.of(new WebResourceCollection(null, List.of(patterns), methods, omitted)),
                allowed,
                transport,
                Location.of("test")));
    }

    private PermissionTable table() throws Exception {
        PermissionTable table = new PermissionTable("shop");
        new WebPermissions(new WebConstraints(constraints, denyUncovered, references, roles)).addTo(table);
        table.commit();
        return table;
    }

    private static boolean byRole(PermissionTable table, String role, Permission permission) {
        return table.getPerRolePermissions().containsKey(role)
                && table.getPerRolePermissions().get(role).implies(permission);
    }

    private static Permission get(String path) {
        return new WebResourcePermission(path, "GET");
    }

    @Test
    void withoutConstraintsAllIsUnchecked() throws Exception {
        PermissionTable table = table();

        assertThat(table.getUncheckedPermissions().implies(new WebResourcePermission("/a/b", (String) null)))
                .isTrue();
        assertThat(table.getUncheckedPermissions().implies(new WebUserDataPermission("/a/b", null)))
                .isTrue();
        assertThat(table.getUncheckedPermissions().implies(get(""))).isTrue();
        assertThat(table.getExcludedPermissions().elements().hasMoreElements()).isFalse();
    }

    @Test
    void theBestPatternAloneCounts() throws Exception {
        constraint(Set.of("boss"), Transport.NONE, Set.of(), Set.of(), "/a/*");
        constraint(Set.of("clerk"), Transport.NONE, Set.of(), Set.of(), "/a/b/*");
        constraint(null, Transport.NONE, Set.of(), Set.of(), "/a/b/c");
        constraint(Set.of("clerk"), Transport.NONE, Set.of(), Set.of(), "*.jsp");
        constraint(Set.of("boss"), Transport.NONE, Set.of(), Set.of(), "");
        PermissionTable table = table();

        assertThat(byRole(table, "boss", get("/a/x"))).isTrue();
        assertThat(byRole(table, "clerk", get("/a/x"))).isFalse();
        assertThat(byRole(table, "boss", get("/a/b/x"))).isFalse();
        assertThat(byRole(table, "clerk", get("/a/b/x"))).isTrue();
        assertThat(byRole(table, "clerk", get("/a/b/c"))).isFalse();
        assertThat(table.getUncheckedPermissions().implies(get("/a/b/c"))).isTrue();
        assertThat(table.getUncheckedPermissions().implies(get("/a/x"))).isFalse();
        assertThat(byRole(table, "clerk", get("/x.jsp"))).isTrue();
        assertThat(byRole(table, "clerk", get("/a/x.jsp"))).isFalse();
        assertThat(table.getUncheckedPermissions().implies(get("/x.jsp"))).isFalse();
        assertThat(table.getUncheckedPermissions().implies(get("/x.txt"))).isTrue();
        assertThat(byRole(table, "boss", get(""))).isTrue();
        assertThat(table.getUncheckedPermissions().implies(get(""))).isFalse();
    }

    @Test
    void allPathsTakeThePlaceOfExtensionsAndOfTheDefault() throws Exception {
        constraint(Set.of("boss"), Transport.NONE, Set.of(), Set.of(), "/*");
        constraint(null, Transport.NONE, Set.of(), Set.of(), "*.jsp");
        PermissionTable table = table();

        assertThat(byRole(table, "boss", get("/x.jsp"))).isTrue();
        assertThat(byRole(table, "boss", get(""))).isTrue();
        assertThat(table.getUncheckedPermissions().implies(get("/x.jsp"))).isFalse();
        assertThat(table.getUncheckedPermissions().implies(get("/x"))).isFalse();
    }

    @Test
    void methodsCombine() throws Exception {
        constraint(Set.of("clerk"), Transport.NONE, Set.of("GET", "POST"), Set.of(), "/a");
        constraint(Set.of(), Transport.NONE, Set.of("DELETE"), Set.of(), "/a");
        constraint(Set.of("boss"), Transport.NONE, Set.of(), Set.of("GET", "PUT"), "/a");
        constraint(Set.of("boss"), Transport.NONE, Set.of("PUT"), Set.of(), "/a");
        PermissionTable table = table();

        assertThat(byRole(table, "clerk", new WebResourcePermission("/a", "GET,POST")))
                .isTrue();
        assertThat(byRole(table, "clerk", new WebResourcePermission("/a", "PUT")))
                .isFalse();
        assertThat(byRole(table, "boss", new WebResourcePermission("/a", "!GET")))
                .isTrue();
        assertThat(byRole(table, "boss", get("/a"))).isFalse();
        assertThat(table.getExcludedPermissions().implies(new WebResourcePermission("/a", "DELETE")))
                .isTrue();
        assertThat(table.getExcludedPermissions().implies(new WebUserDataPermission("/a", "DELETE")))
                .isTrue();
        assertThat(table.getUncheckedPermissions().implies(new WebResourcePermission("/a", "TRACE")))
                .isFalse();
    }

    @Test
    void uncoveredMethodsAreUncheckedOrExcluded() throws Exception {
        constraint(Set.of("clerk"), Transport.NONE, Set.of("GET"), Set.of(), "/a");
        constraint(Set.of("clerk"), Transport.NONE, Set.of(), Set.of("PUT"), "/b");

        PermissionTable open = table();
        assertThat(open.getUncheckedPermissions().implies(new WebResourcePermission("/a", "!GET")))
                .isTrue();
        assertThat(open.getUncheckedPermissions().implies(new WebResourcePermission("/b", "PUT")))
                .isTrue();
        assertThat(open.getUncheckedPermissions().implies(get("/a"))).isFalse();
        denyUncovered = true;
        PermissionTable shut = table();
        assertThat(shut.getUncheckedPermissions().implies(new WebResourcePermission("/a", "PUT")))
                .isFalse();
        assertThat(shut.getExcludedPermissions().implies(new WebResourcePermission("/a", "!GET")))
                .isTrue();
        assertThat(shut.getExcludedPermissions().implies(new WebResourcePermission("/b", "PUT")))
                .isTrue();
        assertThat(shut.getUncheckedPermissions().implies(get("/elsewhere"))).isTrue();
    }

    @Test
    void whatIsOpenForSeveralReasonsIsOnePermission() throws Exception {
        constraint(null, Transport.NONE, Set.of("GET", "POST"), Set.of(), "/a");
        constraint(Set.of("clerk"), Transport.NONE, Set.of("GET"), Set.of(), "/b");
        PermissionTable table = table();

        assertThat(table.getUncheckedPermissions().implies(new WebResourcePermission("/a", (String) null)))
                .isTrue();
        assertThat(table.getUncheckedPermissions().implies(new WebUserDataPermission("/b", null)))
                .isTrue();
        assertThat(table.getUncheckedPermissions().implies(get("/b"))).isFalse();
    }

    @Test
    void transportsAreUncheckedUnlessExcluded() throws Exception {
        constraint(Set.of("clerk"), Transport.CONFIDENTIAL, Set.of(), Set.of(), "/a");
        constraint(null, Transport.INTEGRAL, Set.of("GET"), Set.of(), "/b");
        constraint(null, Transport.NONE, Set.of("GET"), Set.of(), "/b");
        constraint(Set.of(), Transport.CONFIDENTIAL, Set.of(), Set.of(), "/c");
        PermissionTable table = table();

        assertThat(table.getUncheckedPermissions().implies(new WebUserDataPermission("/a", "GET")))
                .isFalse();
        assertThat(table.getUncheckedPermissions().implies(new WebUserDataPermission("/a", "GET:CONFIDENTIAL")))
                .isTrue();
        assertThat(table.getUncheckedPermissions().implies(new WebUserDataPermission("/b", "GET")))
                .isTrue();
        assertThat(table.getUncheckedPermissions().implies(new WebUserDataPermission("/c", "GET:CONFIDENTIAL")))
                .isFalse();
    }

    @Test
    void rolesStandForOthers() throws Exception {
        constraint(Set.of("*"), Transport.NONE, Set.of(), Set.of(), "/any");
        constraint(Set.of("**"), Transport.NONE, Set.of(), Set.of(), "/known");
        references = Map.of("till", Map.of("chief", "boss"), "shelf", Map.of());
        PermissionTable table = table();

        assertThat(byRole(table, "boss", get("/any"))).isTrue();
        assertThat(byRole(table, "clerk", get("/any"))).isTrue();
        assertThat(byRole(table, "**", get("/any"))).isFalse();
        assertThat(byRole(table, "**", get("/known"))).isTrue();
        assertThat(byRole(table, "boss", new WebRoleRefPermission("till", "chief")))
                .isTrue();
        assertThat(byRole(table, "boss", new WebRoleRefPermission("till", "boss")))
                .isTrue();
        assertThat(byRole(table, "clerk", new WebRoleRefPermission("till", "boss")))
                .isFalse();
        assertThat(byRole(table, "**", new WebRoleRefPermission("shelf", "**"))).isTrue();
        assertThat(byRole(table, "clerk", new WebRoleRefPermission("", "clerk")))
                .isTrue();
        roles = new RoleMapping(Set.of("clerk"), Map.of(), true);
        assertThat(byRole(table(), "**", get("/any"))).isTrue();
    }

    @Test
    void colonsOfPathsAreEncoded() throws Exception {
        constraint(Set.of("clerk"), Transport.NONE, Set.of(), Set.of(), "/a:b");
        PermissionTable table = table();

        assertThat(byRole(table, "clerk", get("/a%3Ab"))).isTrue();
        assertThat(table.getUncheckedPermissions().implies(get("/a%3Ab"))).isFalse();
    }

    @Test
    void aContextIsChangedWhileItIsOpen() throws Exception {
        PermissionTable table = table();
        assertThat(table.inService()).isTrue();
        assertThatThrownBy(() -> table.addToUncheckedPolicy(get("/x")))
                .isInstanceOf(UnsupportedOperationException.class);
        table.open(false);
        assertThat(table.inService()).isFalse();
        table.removeUncheckedPolicy();
        table.removeRole("*");
        assertThat(table.getPerRolePermissions()).isEmpty();
        assertThatThrownBy(() -> table.linkConfiguration(table)).isInstanceOf(IllegalArgumentException.class);
        table.delete();
        assertThatThrownBy(table::commit).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(table::getContextID).isInstanceOf(UnsupportedOperationException.class);
        table.open(false);
        assertThat(table.getContextID()).isEqualTo("shop");
    }
}
