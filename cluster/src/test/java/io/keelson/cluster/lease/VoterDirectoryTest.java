package io.keelson.cluster.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cluster.io.FileDurableLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VoterDirectoryTest {
    @TempDir
    Path parent;

    @Test
    void anEmptyDirectoryHasNoVoter() throws IOException {
        assertThat(directory().read()).isEmpty();
    }

    @Test
    void aVoterAndItsLogComeBack() throws IOException {
        directory().write("server-1~0");
        new FileDurableLog(directory().log()).recover();

        assertThat(directory().read()).contains("server-1~0");
    }

    @Test
    void anIdWhoseLogIsLostDoesNotCount() throws IOException {
        directory().write("server-1~0");
        new FileDurableLog(directory().log()).recover();
        Files.delete(directory().log().resolve("records"));

        assertThat(directory().read()).isEmpty();
    }

    @Test
    void anotherIdBeginsWithAnEmptyLog() throws IOException {
        directory().write("server-1~0");
        new FileDurableLog(directory().log()).recover();
        directory().write("server-1~a7");

        assertThat(directory().log().resolve("records")).doesNotExist();
    }

    @Test
    void whoHasGivenUpItsVoteNeverBeginsALogAgain() throws IOException {
        assertThat(directory().retired()).isFalse();
        directory().write("server-1~0");
        new FileDurableLog(directory().log()).recover();
        directory().retire();

        assertThat(directory().read()).isEmpty();
        assertThat(directory().retired()).isTrue();

        directory().write("server-1~a7");
        new FileDurableLog(directory().log()).recover();
        assertThat(directory().read()).contains("server-1~a7");
        assertThat(directory().retired()).isTrue();
    }

    private VoterDirectory directory() {
        return new VoterDirectory(parent.resolve("voter"));
    }
}
