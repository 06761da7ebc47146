package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StarterDomainTest {
    private static final Pattern COMMENTED = Pattern.compile("(?m)^( *)#([a-z])");

    @Test
    void aNewDomainCanBeReadAndHasAllDefaults() throws Exception {
        String text = StarterDomain.text(Example.MODEL, "shop");

        DomainConfiguration read = Example.read(text);

        assertThat(read.get(Domain.class)).isEqualTo(new Domain("shop", false, "AdminServer"));
        assertThat(read.get(Example.Server.class))
                .isEqualTo(Example.read("servers: {AdminServer: }").get(Example.Server.class));
    }

    @Test
    void everyCommentedSettingIsValidAndIsTheDefault() throws Exception {
        String text = StarterDomain.text(Example.MODEL, "shop");
        String given = COMMENTED.matcher(text).replaceAll("$1$2");

        assertThat(given).isNotEqualTo(text);
        assertThat(Example.read(given).get(Example.Server.class))
                .isEqualTo(Example.read(text).get(Example.Server.class));
        assertThat(Example.read(given).get(Domain.class))
                .isEqualTo(Example.read(text).get(Domain.class));
    }

    @Test
    void helpComesFromTheModel() {
        assertThat(StarterDomain.text(Example.MODEL, "shop"))
                .contains("\nname: shop\n")
                .contains("    # The port.\n    #listen-port: 7001\n")
                .contains("#listen-address: 127.0.0.1\n")
                .contains("#idle-timeout: 30s\n")
                .contains("#protocols: [http, keelson]\n")
                .doesNotContain("password");
    }

    @Test
    void aNameThatLooksLikeANumberIsQuoted() throws Exception {
        assertThat(Example.read(StarterDomain.text(Example.MODEL, "2026"))
                        .get(Domain.class)
                        .name())
                .isEqualTo("2026");
        assertThatThrownBy(() -> StarterDomain.text(Example.MODEL, "a b")).hasMessageContaining("'a b'");
    }
}
