package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    @Test
    void takesTheStandardDomainAndItsAdminServer() throws Exception {
        Arguments arguments = Arguments.parse();
        assertThat(arguments.domain()).isEqualTo(Path.of("domain").toAbsolutePath());
        assertThat(arguments.server()).isEmpty();
    }

    @Test
    void readsBothForms() throws Exception {
        Arguments expected = Arguments.parse("--domain", "/srv/shop/../shop", "--server", "one");
        assertThat(expected.domain()).isEqualTo(Path.of("/srv/shop"));
        assertThat(expected.server()).contains("one");
        assertThat(Arguments.parse("--server=one", "--domain=/srv/shop")).isEqualTo(expected);
    }

    @Test
    void anAdministratorHasANameAndAPasswordFile() throws Exception {
        assertThat(Arguments.parse("--admin-user", "alice", "--admin-password-file=/p")
                        .admin())
                .contains(new Arguments.Admin("alice", Path.of("/p")));
        assertThat(Arguments.parse().admin()).isEmpty();
        for (String one : new String[] {"--admin-user=alice", "--admin-password-file=/p"}) {
            assertThatThrownBy(() -> Arguments.parse(one))
                    .hasMessage("--admin-user and --admin-password-file come together");
        }
    }

    @Test
    void refusesWhatItDoesNotUnderstand() {
        assertThatThrownBy(() -> Arguments.parse("--doman", "x")).hasMessage("unknown argument '--doman'");
        assertThatThrownBy(() -> Arguments.parse("--domain")).hasMessage("--domain needs a value");
        assertThatThrownBy(() -> Arguments.parse("--domain", "--server")).hasMessage("--domain needs a value");
        assertThatThrownBy(() -> Arguments.parse("--server=a", "--server=b")).hasMessage("--server is given twice");
    }
}
