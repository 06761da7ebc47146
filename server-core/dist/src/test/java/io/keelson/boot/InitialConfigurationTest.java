package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import jakarta.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitialConfigurationTest {
    @TempDir
    Path directory;

    private InitialConfiguration read(String... more) throws Exception {
        String[] words = new String[more.length + 1];
        words[0] = "--domain=" + directory.resolve("d");
        System.arraycopy(more, 0, words, 1, more.length);
        return InitialConfiguration.read(Arguments.parse(words));
    }

    private DomainDirectory lost(String server) throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("d"), 1);
        String text = Files.readString(domain.configuration());
        Path copy = domain.server(server).resolve("config/activation.json");
        Files.createDirectories(copy.getParent());
        Files.writeString(
                copy,
                Json.createObjectBuilder()
                        .add(
                                "installed",
                                Json.createObjectBuilder()
                                        .add("number", 3)
                                        .add("id", "x")
                                        .add("text", text))
                        .build()
                        .toString());
        Files.delete(domain.configuration());
        return domain;
    }

    @Test
    void anAdminServerWithoutItsFileRunsWithItsCopyAndSaysSo() throws Exception {
        lost("AdminServer");
        InitialConfiguration initial = read("--server=AdminServer");
        assertThat(initial.kept()).isTrue();
        assertThat(initial.lost("AdminServer")).isTrue();
        assertThat(initial.path()).isEqualTo(directory.resolve("d/domain.yaml"));
    }

    @Test
    void aManagedServerWithoutTheFileRunsWithItsCopyAsOnAnyOtherMachine() throws Exception {
        lost("server-1");
        assertThat(read("--server=server-1").lost("server-1")).isFalse();
    }

    @Test
    void aDirectoryThatHasLostItsFileIsNotSaidToBeNone() throws Exception {
        lost("AdminServer");
        assertThatThrownBy(this::read)
                .isInstanceOf(DomainException.class)
                .hasMessageContaining("domain.yaml is missing")
                .hasMessageContaining("--server NAME")
                .hasMessageNotContaining("empty it");
    }

    @Test
    void aNewDirectoryBecomesADomain() throws Exception {
        InitialConfiguration initial = read();
        assertThat(initial.kept()).isFalse();
        assertThat(initial.lost("AdminServer")).isFalse();
    }
}
