package io.keelson.servlet.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.servlet.descriptor.Location;
import io.keelson.servlet.descriptor.WebDescriptor.EnvironmentEntry;
import io.keelson.servlet.descriptor.WebDescriptor.InjectionTarget;
import io.keelson.servlet.descriptor.WebDescriptor.Lifecycle;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Annotations of components (Servlet 6.1, 15.5). */
class ReflectiveComponentsTest {
    static class Base {
        final List<String> calls = new ArrayList<>();

        @Resource(name = "size")
        private int size = -1;

        @PostConstruct
        private void begin() {
            calls.add("base begins with " + size);
        }

        @PostConstruct
        void overridden() {
            calls.add("never");
        }

        @PreDestroy
        protected void end() {
            calls.add("base ends");
        }
    }

    static class Derived extends Base {
        private String unit = "none";
        private String colour;

        @Resource
        void setUnit(String unit) {
            this.unit = unit;
        }

        @PostConstruct
        private void begin() {
            calls.add("derived begins with " + unit + " and " + colour);
        }

        @Override
        void overridden() {}

        void other() {
            calls.add("as declared");
        }

        @PreDestroy
        void last() {
            calls.add("derived ends");
        }
    }

    static class Failing {
        @PostConstruct
        void begin() {
            throw new IllegalStateException("no");
        }
    }

    private static EnvironmentEntry entry(String name, String type, String value, InjectionTarget... targets) {
        return new EnvironmentEntry(name, type, value, null, List.of(targets), Location.of("web.xml"));
    }

    private static ReflectiveComponents components(Lifecycle lifecycle) {
        return new ReflectiveComponents(
                List.of(
                        entry("size", "java.lang.Integer", "7"),
                        entry(Derived.class.getName() + "/unit", "java.lang.String", "kg"),
                        entry("c", "java.lang.String", "red", new InjectionTarget(Derived.class.getName(), "colour"))),
                lifecycle,
                ReflectiveComponentsTest.class.getClassLoader());
    }

    @Test
    void injectsAndCallsSuperclassesFirstAndLastInReverse() throws Exception {
        ReflectiveComponents components = components(Lifecycle.NONE);
        Derived made = components.create(Derived.class);
        assertThat(made.calls).containsExactly("base begins with 7", "derived begins with kg and red");
        components.destroy(made);
        assertThat(made.calls).endsWith("derived ends", "base ends");
    }

    @Test
    void theDescriptorNamesOtherCallbacks() throws Exception {
        ReflectiveComponents components = components(
                new Lifecycle(Map.of(Derived.class.getName(), "other"), Map.of(Base.class.getName(), "none")));
        Derived made = components.create(Derived.class);
        assertThat(made.calls).containsExactly("base begins with 7", "as declared");
        components.destroy(made);
        assertThat(made.calls).endsWith("as declared", "derived ends");
    }

    @Test
    void entriesMayBeClassesAndConstants() {
        ClassLoader loader = getClass().getClassLoader();
        assertThat(EnvironmentValues.of("c", "java.lang.Class", "java.lang.String", loader))
                .isEqualTo(String.class);
        assertThat(EnvironmentValues.of("u", "java.util.concurrent.TimeUnit", "DAYS", loader))
                .isEqualTo(java.util.concurrent.TimeUnit.DAYS);
        assertThatThrownBy(() -> EnvironmentValues.of("u", "java.util.concurrent.TimeUnit", "AGES", loader))
                .hasMessageContainingAll("env-entry u", "AGES");
        assertThatThrownBy(() -> EnvironmentValues.of("l", "java.util.List", "x", loader))
                .hasMessageContainingAll("env-entry l", "java.util.List");
    }

    @Test
    void whatACallbackThrowsIsThrown() {
        assertThatThrownBy(() -> components(Lifecycle.NONE).create(Failing.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");
    }

    record Closed(int value) {}

    @Test
    void aClassWithoutSuchAConstructorIsNamedAndCanBeInitialised() throws Exception {
        ReflectiveComponents components = components(Lifecycle.NONE);
        assertThatThrownBy(() -> components.create(Closed.class))
                .isInstanceOf(NoSuchMethodException.class)
                .hasMessageContaining(Closed.class.getName());
        components.initialise(new Closed(1));
    }
}
