package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fixture of the system tests, with a program in the place of servers. */
class LiveDomainTest {
    @TempDir
    Path directory;

    @Test
    void aServerRunsWhenItsNewestProcessSaysSo() throws Exception {
        Path home = directory.resolve("home");
        Path go = directory.resolve("go");
        Path program = Files.createDirectories(home.resolve("bin")).resolve("keelson");
        Files.writeString(
                program,
                "#!/bin/sh\nwhile [ ! -e '" + go + "' ]; do sleep 0.05; done\necho KLS-000360\nexec sleep 300\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        try (LiveDomain domain = LiveDomain.of(directory, Map.of()).from(home).withoutSharedClasses()) {
            Files.createFile(go);
            domain.launch("server-1");
            domain.awaitRunning("server-1");
            domain.signal("server-1", "KILL");
            domain.process("server-1").waitFor();
            Files.delete(go);

            domain.launch("server-1");
            CompletableFuture<Void> running = CompletableFuture.runAsync(() -> domain.awaitRunning("server-1"));
            assertThatThrownBy(() -> running.get(500, TimeUnit.MILLISECONDS))
                    .as("what the first process said")
                    .isInstanceOf(TimeoutException.class);
            Files.createFile(go);
            running.get(60, TimeUnit.SECONDS);
            assertThat(domain.process("server-1").isAlive()).isTrue();
        }
    }
}
