package io.keelson.arquillian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.arquillian.container.spi.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeelsonConfigurationTest {
    @TempDir
    Path directory;

    private final KeelsonConfiguration configuration = new KeelsonConfiguration();

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        configuration.setHome(directory.toString());
        configuration.setStartTimeout(0);
        configuration.setUsers(directory.resolve("nobody").toString());
        configuration.setToken("secret");
        assertThatThrownBy(configuration::validate)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("startTimeout is a number of seconds from 1, not 0")
                .hasMessageContaining("is not a distribution of Keelson")
                .hasMessageContaining("nobody cannot be read")
                .hasMessageContaining("token has no meaning with mode managed")
                .hasMessageNotContaining("secret");
    }

    @Test
    void modeIsOneOfTwo() {
        configuration.setMode("embedded");
        assertThatThrownBy(configuration::validate).hasMessageContaining("mode is managed or remote, not 'embedded'");
    }

    @Test
    void remoteNeedsAToken() {
        configuration.setMode("remote");
        assertThatThrownBy(configuration::validate).hasMessageContaining("needs the token");
        configuration.setToken("t");
        configuration.validate();
    }

    @Test
    void linesThatAreNoUserAreNamedWithTheirNumber() throws Exception {
        Path file = Files.writeString(directory.resolve("users"), "ann:secret:a, b\n# none\n\nbob:secret\ncarl\n");
        assertThatThrownBy(() -> UsersFile.read(file))
                .hasMessageContaining("line 5: a user is name:password:group,group");
        Files.writeString(file, "ann:secret:a, b\n# none\n\nbob:secret\n");
        assertThat(UsersFile.read(file))
                .containsExactly(
                        new UsersFile.User("ann", "secret", java.util.List.of("a", "b")),
                        new UsersFile.User("bob", "secret", java.util.List.of()));
    }

    @Test
    void namesOfApplicationsAreThoseThatTheServerTakes() {
        assertThat(ApplicationName.of("shop.war")).isEqualTo("shop");
        assertThat(ApplicationName.of("shop.2.WAR")).isEqualTo("shop.2");
        assertThat(ApplicationName.of("the shop (2).war")).isEqualTo("the-shop--2-");
        assertThat(ApplicationName.of(".war")).isEqualTo("-");
        String first = ApplicationName.of("a".repeat(120) + "1.war");
        String second = ApplicationName.of("a".repeat(120) + "2.war");
        assertThat(first).hasSize(100).isNotEqualTo(second).matches("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");
    }
}
