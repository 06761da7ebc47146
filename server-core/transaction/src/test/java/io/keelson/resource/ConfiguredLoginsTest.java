package io.keelson.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.Configuration;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.spi.resource.AdapterLogins.Login;
import java.nio.file.Path;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConfiguredLoginsTest {
    private final ConfiguredLogins logins = new ConfiguredLogins();

    private record User(String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }
    }

    private static Caller caller(String name, String... groups) {
        return new Caller(new User(name), Set.of(groups));
    }

    private static AdapterLoginSettings entry(
            List<String> factories, List<String> callers, List<String> groups, String user) {
        return new AdapterLoginSettings(factories, callers, groups, user, "of " + user, null);
    }

    private static Configuration configuration(Map<String, AdapterLoginSettings> entries) {
        return new Configuration() {
            @Override
            public <R extends Record> R get(Class<R> section) {
                throw new IllegalArgumentException(section.getName());
            }

            @Override
            @SuppressWarnings("unchecked")
            public <R extends Record> Map<String, R> all(Class<R> section) {
                return (Map<String, R>) entries;
            }
        };
    }

    @Test
    void theCallerGoesBeforeTheGroupAndTheGroupBeforeAll() {
        logins.apply(configuration(Map.of(
                "ledger", entry(List.of(), List.of(), List.of(), "all"),
                "boss", entry(List.of("eis/ledger"), List.of("ann"), List.of(), "boss"),
                "clerks", entry(List.of("eis/ledger", "eis/shelf"), List.of(), List.of("clerks"), "clerk"))));
        assertThat(logins.of("eis/ledger", null)).isEqualTo(new Login("all", "of all"));
        assertThat(logins.of("eis/ledger", caller("bob"))).isEqualTo(new Login("all", "of all"));
        assertThat(logins.of("eis/ledger", caller("bob", "clerks")).user()).isEqualTo("clerk");
        assertThat(logins.of("eis/ledger", caller("ann", "clerks")).user()).isEqualTo("boss");
        assertThat(logins.of("eis/shelf", caller("ann"))).isNull();
        assertThat(logins.of("eis/other", caller("ann"))).isNull();
        assertThat(logins.of("eis/ledger", null).toString()).doesNotContain("of all");
    }

    @Test
    void twoEntriesForTheSameUsersAreRefused() {
        assertThatThrownBy(() -> logins.check(configuration(Map.of(
                        "a", entry(List.of("eis/ledger"), List.of("ann"), List.of(), "x"),
                        "b", entry(List.of("eis/ledger"), List.of("ann", "bob"), List.of(), "y")))))
                .hasMessage("the adapter logins a and b of eis/ledger are both for the caller ann");
        assertThatThrownBy(() -> logins.check(configuration(Map.of(
                        "ledger", entry(List.of(), List.of(), List.of(), "x"),
                        "other", entry(List.of("eis/ledger"), List.of(), List.of(), "y")))))
                .hasMessage("the adapter logins ledger and other of eis/ledger are both for all");
    }

    @Test
    void aFileThatCannotBeReadFailsTheConnectionsOfThatUserOnly() {
        logins.apply(configuration(Map.of(
                "ledger",
                new AdapterLoginSettings(List.of(), List.of(), List.of(), "all", null, Path.of("/nowhere/password")),
                "boss",
                entry(List.of("eis/ledger"), List.of("ann"), List.of(), "boss"))));
        assertThat(logins.of("eis/ledger", caller("ann")).user()).isEqualTo("boss");
        assertThatThrownBy(() -> logins.of("eis/ledger", null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("adapter-logins.ledger: ")
                .hasMessageContaining("/nowhere/password");
    }
}
