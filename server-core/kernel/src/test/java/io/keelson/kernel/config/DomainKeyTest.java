package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DomainKeyTest {
    @TempDir
    private Path domain;

    @Test
    void isMadeOnceAndForItsUserOnly() throws IOException {
        byte[] first = DomainKey.of(domain).derived("a");
        byte[] second = DomainKey.of(domain).derived("a");

        assertThat(second).isEqualTo(first).hasSize(32);
        assertThat(Files.getPosixFilePermissions(DomainKey.file(domain)))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(domain.resolve("security")).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void givesEachPurposeAndEachDomainAKeyOfItsOwn(@TempDir Path other) throws IOException {
        DomainKey key = DomainKey.of(domain);
        assertThat(key.derived("a")).isNotEqualTo(key.derived("b"));
        assertThat(DomainKey.of(other).derived("a")).isNotEqualTo(key.derived("a"));
    }

    @Test
    void neverShowsItself() throws IOException {
        DomainKey key = DomainKey.of(domain);
        String text = Files.readString(DomainKey.file(domain)).strip();
        assertThat(key.toString()).isEqualTo("domain key").doesNotContain(text);
        Files.writeString(DomainKey.file(domain), "what stands here\n");
        assertThatThrownBy(() -> DomainKey.of(domain))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("domain-key holds no secret")
                .hasMessageContaining("put it back from a copy")
                .hasMessageContaining("Do not delete it")
                .hasMessageNotContaining("what stands here");
    }

    @Test
    void isNotMadeAnewWhereSecretsNeedTheOldOne() throws IOException {
        String secret = new ConfigurationSecrets(domain).encrypt("s");
        Files.writeString(domain.resolve("domain.yaml"), "name: d\npassword: \"" + secret + "\"\n");
        assertThat(new ConfigurationSecrets(domain).decrypt(secret)).isEqualTo("s");
        Files.delete(DomainKey.file(domain));
        assertThatThrownBy(() -> DomainKey.of(domain))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("domain-key is missing; put it back");
        assertThat(DomainKey.file(domain)).doesNotExist();
    }
}
