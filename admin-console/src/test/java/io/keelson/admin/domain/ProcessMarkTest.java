package io.keelson.admin.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMarkTest {
    @TempDir
    Path proc;

    private void write(String file, String text) throws Exception {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void aStepOfTheClockChangesNothing() throws Exception {
        write("7/stat", "7 (a (b) c) S 1 7 7 0 -1 4194560 1 0 0 0 10 20 0 0 20 0 36 0 4711 1 2 3");
        write("sys/kernel/random/boot_id", "11-22\n");
        write("stat", "btime 1700000000\n");
        assertThat(ProcessMark.of(proc, 7)).contains("11-22/4711");
        write("stat", "btime 1700003600\n");
        assertThat(ProcessMark.of(proc, 7)).contains("11-22/4711");
    }

    @Test
    void anotherBootIsAnotherProcess() throws Exception {
        write("7/stat", "7 (java) S 1 7 7 0 -1 4194560 1 0 0 0 10 20 0 0 20 0 36 0 4711 1 2 3");
        write("sys/kernel/random/boot_id", "33-44\n");
        assertThat(ProcessMark.of(proc, 7)).contains("33-44/4711");
        assertThat(ProcessMark.of(proc, 8)).isEmpty();
    }

    @Test
    void everyProcessHasOne() throws Exception {
        Process child = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(ProcessMark.of(child.toHandle()))
                    .isPresent()
                    .isEqualTo(ProcessMark.of(child.toHandle()))
                    .isNotEqualTo(ProcessMark.of(ProcessHandle.current()));
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    @Test
    void aProcessThatNobodyReapsHasEnded() throws Exception {
        // The shell becomes a program that does not ask for its children.
        Process parent = new ProcessBuilder("sh", "-c", "sleep 0.1 & exec sleep 60").start();
        try {
            ProcessHandle child = await().until(() -> parent.children().findFirst(), Optional::isPresent)
                    .orElseThrow();
            await().untilAsserted(() -> assertThat(ProcessMark.ended(child)).isTrue());
            assertThat(child.isAlive()).as("what the JDK says").isTrue();
            assertThat(ProcessMark.ended(parent.toHandle())).isFalse();
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    @Test
    void whileOtherThreadsEndItHasNotEnded() throws Exception {
        write("7/stat", "7 (java) Z 1 7 7 0 -1 4194560 1 0 0 0 10 20 0 0 20 0 12 0 4711 1 2 3");
        assertThat(ProcessMark.ended(proc, 7)).isFalse();
        write("7/stat", "7 (java) Z 1 7 7 0 -1 4194560 1 0 0 0 10 20 0 0 20 0 1 0 4711 1 2 3");
        assertThat(ProcessMark.ended(proc, 7)).isTrue();
        assertThat(ProcessMark.ended(proc, 8)).isFalse();
    }
}
