package io.keelson.base.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatingFileTest {
    private final ManualTicker ticker = new ManualTicker();
    private final RecordedTroubles troubles = new RecordedTroubles();

    @TempDir
    Path directory;

    private Path log;

    @BeforeEach
    void path() {
        log = directory.resolve("logs/server.log");
    }

    private RotatingFile file(long maxSize, int maxFiles, boolean rotateFirst) {
        return new RotatingFile("server", log, maxSize, maxFiles, rotateFirst, troubles, ticker);
    }

    private static byte[] line(String text) {
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private String content(int n) throws IOException {
        return Files.readString(n == 0 ? log : log.resolveSibling("server.log." + n));
    }

    @Test
    void appendsToWhatIsThere() throws IOException {
        try (RotatingFile file = file(100, 2, false)) {
            file.write(line("a"));
        }
        try (RotatingFile file = file(100, 2, false)) {
            file.write(line("b"));
        }
        assertThat(content(0)).isEqualTo("a\nb\n");
    }

    @Test
    void beginsANewFileWhenFullAndKeepsSoManyOlder() throws IOException {
        try (RotatingFile file = file(10, 2, false)) {
            for (String s : new String[] {"11111111", "22222222", "33333333", "44444444"}) {
                file.write(line(s));
            }
        }
        assertThat(content(0)).isEqualTo("44444444\n");
        assertThat(content(1)).isEqualTo("33333333\n");
        assertThat(content(2)).isEqualTo("22222222\n");
        assertThat(log.resolveSibling("server.log.3")).doesNotExist();
    }

    @Test
    void keepsNoOlderFileWhereNoneIsWanted() throws IOException {
        try (RotatingFile file = file(10, 0, false)) {
            file.write(line("11111111"));
            file.write(line("22222222"));
        }
        assertThat(content(0)).isEqualTo("22222222\n");
        assertThat(log.resolveSibling("server.log.1")).doesNotExist();
    }

    @Test
    void keepsFewerFilesWhenLessAreWanted() throws IOException {
        Files.createDirectories(log.getParent());
        for (int n = 1; n < 6; n++) {
            Files.writeString(log.resolveSibling("server.log." + n), "old " + n);
        }
        try (RotatingFile file = file(100, 2, true)) {
            file.write(line("a"));
        }
        assertThat(content(2)).isEqualTo("old 1");
        assertThat(log.resolveSibling("server.log.3")).doesNotExist();
        assertThat(log.resolveSibling("server.log.5")).doesNotExist();
    }

    @Test
    void beginsANewFileAtStartWhereAsked() throws IOException {
        try (RotatingFile file = file(100, 2, false)) {
            file.write(line("a"));
        }
        try (RotatingFile file = file(100, 2, true)) {
            file.write(line("b"));
            file.write(line("c"));
        }
        assertThat(content(0)).isEqualTo("b\nc\n");
        assertThat(content(1)).isEqualTo("a\n");
    }

    @Test
    void growsOnWhereOlderFilesCannotBeMoved() throws IOException {
        Files.createDirectories(log.resolveSibling("server.log.1").resolve("not-empty"));
        try (RotatingFile file = file(10, 1, false)) {
            file.write(line("11111111"));
            file.write(line("22222222"));
            file.write(line(""));
        }
        assertThat(content(0)).isEqualTo("11111111\n22222222\n\n");
        assertThat(troubles.told).containsExactly("not rotated");
    }

    @Test
    void opensAgainWhenItsFileWasMovedAway() throws IOException {
        try (RotatingFile file = file(1000, 2, false)) {
            file.write(line("a"));
            Files.move(log, directory.resolve("taken"));
            ticker.advance(Duration.ofSeconds(6));
            file.write(line("b"));
        }
        assertThat(content(0)).isEqualTo("b\n");
    }

    @Test
    void aDirectoryThatCannotBeMadeIsAnErrorOfTheWriteAndGoesAwayWithItsCause() throws IOException {
        Files.writeString(directory.resolve("logs"), "a file where the directory should be");
        try (RotatingFile file = file(1000, 2, false)) {
            assertThatThrownBy(() -> file.write(line("a"))).isInstanceOf(IOException.class);
            Files.delete(directory.resolve("logs"));
            file.write(line("a"));
        }
        assertThat(content(0)).isEqualTo("a\n");
    }
}
