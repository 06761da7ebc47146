package io.keelson.servlet.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.component.role.RoleMapping;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SecurityModelTest {
    private static SecurityModel module(Set<String> roles, Map<String, Set<String>> assignments) {
        return new SecurityModel(
                "shop", List.of(), false, null, roles, assignments, Map.of(), Map.of(), false, 4096, Map.of());
    }

    @Test
    void aModuleHasTheRolesOfItsApplicationToo() {
        SecurityModel model = module(Set.of("buyer"), Map.of())
                .within(new RoleMapping(Set.of("clerk"), Map.of("clerk", Set.of("ada")), true));

        assertThat(model.roles()).containsExactlyInAnyOrder("buyer", "clerk");
        assertThat(model.assignments()).isEqualTo(Map.of("clerk", Set.of("ada")));
        assertThat(model.allowAllRoles()).isFalse();
    }

    @Test
    void theModulesOwnAssignmentCountsBeforeThatOfTheApplication() {
        SecurityModel model = module(Set.of(), Map.of("clerk", Set.of("bob")))
                .within(new RoleMapping(Set.of("clerk"), Map.of("clerk", Set.of("ada"), "chief", Set.of("eve")), true));

        assertThat(model.assignments()).isEqualTo(Map.of("clerk", Set.of("bob"), "chief", Set.of("eve")));
    }
}
