package io.keelson.component.role;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoleMappingTest {
    @Test
    void aModulesOwnAssignmentCountsBeforeThatOfItsApplication() {
        RoleMapping module = new RoleMapping(Set.of("buyer"), Map.of("clerk", Set.of("bob")), false);
        RoleMapping application =
                new RoleMapping(Set.of("clerk"), Map.of("clerk", Set.of("ada"), "chief", Set.of("eve")), true);

        assertThat(module.within(application))
                .isEqualTo(new RoleMapping(
                        Set.of("buyer", "clerk"), Map.of("clerk", Set.of("bob"), "chief", Set.of("eve")), false));
    }
}
