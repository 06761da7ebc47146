package io.keelson.cluster.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDurableLogTest {
    private static final int FILE_HEAD = 8;
    private static final int HEADER = 20;

    @TempDir
    Path directory;

    @Test
    void givesBackWhatWasWritten() throws IOException {
        write("one", "two", "three");

        assertThat(read()).containsExactly("one", "two", "three");
        assertThat(read()).containsExactly("one", "two", "three");
    }

    @Test
    void goesOnAfterWhatIsThere() throws IOException {
        write("one");
        write("two");

        assertThat(read()).containsExactly("one", "two");
    }

    @Test
    void dropsARecordThatIsTornAtAnyByte() throws IOException {
        write("one", "two");
        byte[] whole = Files.readAllBytes(file());
        for (int cut = 1; cut <= HEADER + 3; cut++) {
            Files.write(file(), Arrays.copyOf(whole, whole.length - cut));

            assertThat(read()).as("without the last %d bytes", cut).containsExactly("one");
        }
    }

    @Test
    void writesOverATornEnd() throws IOException {
        write("one", "two");
        byte[] whole = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(whole, whole.length - 2));
        write("a longer one");

        assertThat(read()).containsExactly("one", "a longer one");
    }

    @Test
    void refusesDamageOfWhatHadBeenSynced() throws IOException {
        write("one");
        write("two");
        flipByte(FILE_HEAD + HEADER);

        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining("damaged at byte 8");
    }

    @Test
    void takesUnsyncedRecordsThatTheDiskWroteInAnotherOrderForTorn() throws IOException {
        try (FileDurableLog log = new FileDurableLog(directory)) {
            log.recover();
            log.append(bytes("one"));
            log.append(bytes("two"));
        }
        flipByte(FILE_HEAD + HEADER);

        assertThat(read()).isEmpty();
    }

    @Test
    void refusesAFileOfSomethingElse() throws IOException {
        Files.writeString(file(), "# a note that somebody left here");

        assertThatThrownBy(this::read).isInstanceOf(IOException.class).hasMessageContaining("not a log");
    }

    @Test
    void replacesAllAtOnce() throws IOException {
        try (FileDurableLog log = new FileDurableLog(directory)) {
            log.recover();
            log.append(bytes("old"));
            log.sync();
            log.replace(List.of(bytes("new"), bytes("newer")));
            log.append(bytes("newest"));
            log.sync();
        }

        assertThat(read()).containsExactly("new", "newer", "newest");
    }

    @Test
    void aReplacementThatWasNotFinishedDoesNotCount() throws IOException {
        write("one");
        Files.writeString(directory.resolve("records.new"), "half of someth");

        assertThat(read()).containsExactly("one");
        assertThat(directory.resolve("records.new")).doesNotExist();
    }

    @Test
    void afterAFailureNothingWorksAnyMore() throws IOException {
        FileDurableLog log = new FileDurableLog(directory);
        log.recover();
        Files.delete(file());
        Files.delete(directory);
        assertThatThrownBy(() -> log.replace(List.of())).isInstanceOf(IOException.class);

        Files.createDirectory(directory);
        assertThatThrownBy(() -> log.append(bytes("x"))).hasMessageContaining("failed before");
        assertThatThrownBy(log::sync).hasMessageContaining("failed before");
    }

    private Path file() {
        return directory.resolve("records");
    }

    private void write(String... records) throws IOException {
        try (FileDurableLog log = new FileDurableLog(directory)) {
            log.recover();
            for (String record : records) {
                log.append(bytes(record));
            }
            log.sync();
        }
    }

    private List<String> read() throws IOException {
        try (FileDurableLog log = new FileDurableLog(directory)) {
            return log.recover().stream()
                    .map(r -> new String(r, StandardCharsets.UTF_8))
                    .toList();
        }
    }

    private void flipByte(int at) throws IOException {
        byte[] content = Files.readAllBytes(file());
        content[at] ^= 1;
        Files.write(file(), content);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
