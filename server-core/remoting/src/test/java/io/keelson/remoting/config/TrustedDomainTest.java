package io.keelson.remoting.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustedDomainTest {
    private static final String SECRET = "known to both of these";

    @TempDir
    Path domain;

    private Map<String, String> secrets(String name, TrustedDomain settings) {
        Configuration configuration = new Configuration() {
            @Override
            public <R extends Record> R get(Class<R> section) {
                throw new IllegalArgumentException(section.getName());
            }

            @Override
            @SuppressWarnings("unchecked") // the test asks for one kind
            public <R extends Record> Map<String, R> all(Class<R> section) {
                return (Map<String, R>) Map.of(name, settings);
            }
        };
        return TrustedDomain.secrets(
                configuration, new ServerIdentity("one", "shop", domain, domain.resolve("servers/one"), false));
    }

    @Test
    void theSecretIsGivenOrInAFile() throws Exception {
        Files.writeString(domain.resolve("bank.secret"), SECRET + "\nnot this\n");

        assertThat(secrets("bank", new TrustedDomain(SECRET, null))).containsEntry("bank", SECRET);
        assertThat(secrets("bank", new TrustedDomain(null, Path.of("bank.secret"))))
                .containsEntry("bank", SECRET);
    }

    @Test
    void whatIsNoSecretIsRefused() throws Exception {
        assertThatThrownBy(() -> new TrustedDomain(null, null)).hasMessageContaining("one of secret and secret-file");
        assertThatThrownBy(() -> new TrustedDomain(SECRET, Path.of("x"))).hasMessageContaining("not both");
        assertThatThrownBy(() -> new TrustedDomain("short", null)).hasMessageContaining("5 characters");
        assertThatThrownBy(() -> new TrustedDomain("x".repeat(256), null)).hasMessageContaining("256 characters");
        assertThatThrownBy(() -> new TrustedDomain("schlüssel für beide", null)).hasMessageContaining("ASCII");
        Files.writeString(domain.resolve("empty"), "");
        assertThatThrownBy(() -> secrets("bank", new TrustedDomain(null, Path.of("empty"))))
                .hasMessageContaining("trusted-domains.bank.secret-file");
        assertThatThrownBy(() -> secrets("bank", new TrustedDomain(null, Path.of("missing"))))
                .hasMessageContaining("missing");
    }

    @Test
    void aDomainCannotTrustOneOfItsOwnName() {
        assertThatThrownBy(() -> secrets("shop", new TrustedDomain(SECRET, null)))
                .hasMessageContaining("trusted-domains.shop is this domain itself");
    }

    @Test
    void theSecretIsNotShown() {
        assertThat(new TrustedDomain(SECRET, null).toString()).doesNotContain(SECRET);
    }
}
