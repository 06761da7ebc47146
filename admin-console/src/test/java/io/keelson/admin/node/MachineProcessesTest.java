package io.keelson.admin.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.domain.DomainDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineProcessesTest {
    @TempDir
    Path directory;

    @Test
    void whatAServerPrintsIsForItsUserOnly() throws Exception {
        DomainDirectory domain = DomainDirectory.create(directory.resolve("d"));
        Path output = MachineProcesses.output(domain, "AdminServer");
        for (int i = 0; i < 2; i++) {
            new MachineProcesses(domain, Path.of("/bin/echo")).launch("AdminServer", "");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output)))
                    .isEqualTo("rw-------");
        }
        Files.setPosixFilePermissions(output, PosixFilePermissions.fromString("rw-r--r--"));
        Files.writeString(output, "");
        new MachineProcesses(domain, Path.of("/bin/echo")).launch("AdminServer", "");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output)))
                .as("of an earlier version, that was empty")
                .isEqualTo("rw-------");
    }
}
