package io.keelson.ee.security.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.ClientAuthConfig;
import jakarta.security.auth.message.config.RegistrationListener;
import jakarta.security.auth.message.config.ServerAuthConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.security.auth.callback.CallbackHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which provider counts, who is told, and what the file keeps. */
class RegistrationsTest {
    private final Registrations registrations = new Registrations();

    @TempDir
    Path directory;

    /** A provider of which only the properties matter. */
    public static final class Named implements AuthConfigProvider {
        private final Map<String, String> properties;

        public Named(Map<String, String> properties, AuthConfigFactory factory) {
            this.properties = properties;
        }

        @Override
        public ClientAuthConfig getClientAuthConfig(String layer, String context, CallbackHandler handler) {
            throw new UnsupportedOperationException("a name only");
        }

        @Override
        public ServerAuthConfig getServerAuthConfig(String layer, String context, CallbackHandler handler) {
            throw new UnsupportedOperationException("a name only");
        }

        @Override
        public void refresh() {
            // nothing is kept
        }
    }

    private static Named named(String name) {
        return new Named(Map.of("name", name), null);
    }

    private static String nameOf(AuthConfigProvider provider) {
        return provider == null ? "none" : ((Named) provider).properties.get("name");
    }

    private String at(String layer, String application) {
        return nameOf(registrations.provider(layer, application, null));
    }

    private static String declare(Registrations those, String name, String layer, String application) {
        return those.declare(Named.class.getName(), Map.of("name", name), layer, application, "the " + name);
    }

    @Test
    void theNearestRegistrationCounts() {
        registrations.register(named("all"), null, null, null);
        assertThat(at("L", "A")).isEqualTo("all");
        registrations.register(named("layer"), "L", null, null);
        assertThat(at("L", "A")).isEqualTo("layer");
        registrations.register(named("application"), null, "A", null);
        assertThat(at("L", "A")).isEqualTo("application");
        registrations.register(named("both"), "L", "A", null);
        assertThat(at("L", "A")).isEqualTo("both");
        assertThat(at("M", "A")).isEqualTo("application");
        assertThat(at("L", "B")).isEqualTo("layer");
        assertThat(at("M", "B")).isEqualTo("all");
        assertThat(at(null, null)).isEqualTo("all");
        registrations.register(null, "L", "A", null);
        assertThat(at("L", "A")).isEqualTo("none");
    }

    @Test
    void aReplacementKeepsTheIdentifierAndNoOtherHasIt() {
        String id = registrations.register(named("one"), "L", "A", "first");
        assertThat(registrations.register(named("two"), "L", "A", "second")).isEqualTo(id);
        assertThat(registrations.context(id).getDescription()).isEqualTo("second");
        assertThat(registrations.context(id).isPersistent()).isFalse();
        assertThat(Set.of(
                        id,
                        registrations.register(null, null, "A", null),
                        registrations.register(null, "L", null, null),
                        registrations.register(null, "*", "*", null),
                        registrations.register(null, null, null, null)))
                .hasSize(5);
        assertThat(registrations.ids(null)).hasSize(5);
        assertThat(registrations.remove(id)).isTrue();
        assertThat(registrations.remove(id)).isFalse();
        assertThat(registrations.context(id)).isNull();
    }

    @Test
    void listenersHearOnceOfWhatCountsForThem() {
        List<String> heard = new ArrayList<>();
        RegistrationListener listener = (layer, application) -> heard.add(layer + " " + application);
        String all = registrations.register(named("all"), null, null, null);
        registrations.register(named("other"), "L", "B", null);
        registrations.provider("L", "A", listener);

        registrations.register(named("other"), "L", "B", null);
        assertThat(heard).isEmpty();
        registrations.register(named("all again"), null, null, null);
        assertThat(heard).containsExactly("L A");
        registrations.register(named("once more"), null, null, null);
        assertThat(heard).hasSize(1);

        registrations.provider("L", "A", listener);
        assertThat(registrations.detach(listener, "M", null)).isEmpty();
        assertThat(registrations.detach(listener, null, "A")).containsExactly(all);
        registrations.remove(all);
        assertThat(heard).hasSize(1);

        registrations.provider("L", "C", listener);
        registrations.register(named("nearer"), "L", "C", null);
        registrations.register(named("far"), null, null, null);
        assertThat(heard).containsExactly("L A", "L C");
    }

    @Test
    void whatIsRegisteredByNameIsReadAgain() throws Exception {
        Path file = directory.resolve("data/registrations.properties");
        registrations.open(file);
        String id = declare(registrations, "kept", "L", "A b=c:\u00e4");
        registrations.declare(Named.class.getName(), null, null, null, null);
        registrations.declare(null, Map.of(), "M", null, null);
        registrations.register(named("memory"), "L", "B", null);

        Registrations next = new Registrations();
        next.open(file);
        assertThat(next.ids(null)).hasSize(3).contains(id);
        assertThat(next.context(id).isPersistent()).isTrue();
        assertThat(next.context(id).getDescription()).isEqualTo("the kept");
        assertThat(nameOf(next.provider("L", "A b=c:\u00e4", null))).isEqualTo("kept");
        assertThat(((Named) next.provider(null, null, null)).properties).isNull();
        assertThat(next.provider("M", null, null)).isNull();
        next.remove(id);

        registrations.refresh();
        assertThat(registrations.context(id)).isNull();
        assertThat(at("L", "B")).isEqualTo("memory");
        registrations.close(file);
        assertThat(registrations.ids(null)).hasSize(1);
    }

    @Test
    void refreshReplacesOnlyWhatHasChanged() throws Exception {
        Path file = directory.resolve("registrations.properties");
        registrations.open(file);
        declare(registrations, "one", "L", "A");
        declare(registrations, "two", "L", "B");
        AuthConfigProvider one = registrations.provider("L", "A", null);
        List<String> heard = new ArrayList<>();
        registrations.provider("L", "B", (layer, application) -> heard.add(application));

        Files.writeString(file, Files.readString(file).replace("=two", "=three"));
        registrations.refresh();

        assertThat(registrations.provider("L", "A", null)).isSameAs(one);
        assertThat(at("L", "B")).isEqualTo("three");
        assertThat(heard).containsExactly("B");
    }

    @Test
    void aRegistrationInMemoryDoesNotChangeTheFile() throws Exception {
        Path file = directory.resolve("registrations.properties");
        registrations.open(file);
        String id = declare(registrations, "kept", "L", "A");
        String before = Files.readString(file);
        registrations.register(named("memory"), "L", "A", null);
        assertThat(registrations.context(id).isPersistent()).isFalse();
        registrations.remove(id);
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void badInputIsRefusedAndLeavesNothing() throws Exception {
        registrations.open(directory.resolve("registrations.properties"));
        assertThatThrownBy(() -> registrations.declare("no.such.Class", null, "L", "A", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no.such.Class")
                .hasCauseInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> registrations.declare(String.class.getName(), null, "L", "A", null))
                .isInstanceOf(IllegalArgumentException.class);
        Map<String, String> raw = new HashMap<>();
        raw.put("name", null);
        assertThatThrownBy(() -> registrations.declare(Named.class.getName(), raw, "L", "A", null))
                .hasMessageContaining("name");
        assertThat(registrations.ids(null)).isEmpty();
    }

    @Test
    void aFileThatCannotBeWrittenLeavesTheRegistrationsAsTheyWere() throws Exception {
        Path blocked = Files.writeString(directory.resolve("file"), "in the way");
        registrations.open(blocked.resolve("registrations.properties"));
        assertThatThrownBy(() -> declare(registrations, "kept", "L", "A")).isInstanceOf(UncheckedIOException.class);
        assertThat(registrations.ids(null)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"class=x", "1.klass=x", "x.class=y", "1.property.a=b", "1.layer=L\n2.layer=L", "1.class=\\u00g0"
            })
    void aFileThatIsNotUnderstoodIsNamed(String content) throws Exception {
        Path file = Files.writeString(directory.resolve("registrations.properties"), content);
        assertThatThrownBy(() -> registrations.open(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
        assertThat(registrations.ids(null)).isEmpty();
    }
}
