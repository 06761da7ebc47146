package io.keelson.component.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class EnvironmentValuesTest {
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
    void spacesArePartOfTextAndNotOfNumbers() {
        ClassLoader loader = getClass().getClassLoader();
        assertThat(EnvironmentValues.of("s", "java.lang.String", " a ", loader)).isEqualTo(" a ");
        assertThat(EnvironmentValues.of("c", "java.lang.Character", " ", loader))
                .isEqualTo(' ');
        assertThat(EnvironmentValues.of("i", "java.lang.Integer", " 1 ", loader))
                .isEqualTo(1);
        assertThat(EnvironmentValues.of("b", "java.lang.Boolean", " truE", loader))
                .isEqualTo(true);
    }
}
