package io.keelson.component.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.component.descriptor.ComponentDescriptor.InjectionTarget;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeclaredTypesTest {
    private final DeclaredTypes types = new DeclaredTypes(DeclaredTypesTest.class.getClassLoader());

    @SuppressWarnings("unused") // found by reflection
    private static final class Member {
        private Integer size;

        void setName(String name) {}

        void setBoth(String one, String other) {}
    }

    private static InjectionTarget target(String name) {
        return new InjectionTarget(Member.class.getName(), name);
    }

    @Test
    void whatIsSaidCounts() {
        assertThat(types.of("a.b.C", List.of(target("size")))).isEqualTo("a.b.C");
    }

    @Test
    void theFirstMemberThatIsThereSaysIt() {
        assertThat(types.of(null, List.of(target("size")))).isEqualTo("java.lang.Integer");
        assertThat(types.of(null, List.of(target("name")))).isEqualTo("java.lang.String");
        assertThat(types.of(null, List.of(target("missing"), target("name")))).isEqualTo("java.lang.String");
    }

    @Test
    void withoutOneThereIsNone() {
        assertThat(types.of(null, List.of())).isNull();
        assertThat(types.of(null, List.of(target("both")))).isNull();
        assertThat(types.of(null, List.of(new InjectionTarget("no.such.Type", "size"))))
                .isNull();
    }
}
