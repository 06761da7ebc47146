package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backlogs of 300 MB, and of 150,000 small messages, in a process with a heap of 64 MB, which is killed. */
@Timeout(180)
final class PagingIT {
    private final Path directory;
    private final List<Process> processes = new ArrayList<>();

    PagingIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(String what) throws IOException {
        Process started = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PagingProcess.class.getName(),
                        directory.toString(),
                        what)
                .redirectErrorStream(true)
                .start();
        processes.add(started);
        return started;
    }

    /** Reads until the process is done with its work. */
    private static List<String> work(Process of) throws IOException {
        List<String> lines = new ArrayList<>();
        BufferedReader reader = new BufferedReader(new InputStreamReader(of.getInputStream(), StandardCharsets.UTF_8));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(line);
            if (line.equals("done")) {
                return lines;
            }
        }
        throw new AssertionError("the process ended early: " + lines);
    }

    @Test
    void persistentMessagesSurviveAKillAndCostNoMemory() throws Exception {
        Process first = start("fill");
        work(first);
        first.destroyForcibly();
        assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Process second = start("drain");
        assertThat(work(second)).anyMatch(each -> each.contains("open with " + PagingProcess.MESSAGES + " messages"));
        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isZero();
    }

    @Test
    void manySmallMessagesSurviveAKillAndCostNoMemory() throws Exception {
        Process first = start("fill-small");
        work(first);
        first.destroyForcibly();
        assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Process second = start("drain-small");
        assertThat(work(second))
                .anyMatch(each -> each.contains("open with " + PagingProcess.SMALL_MESSAGES + " messages"));
        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isZero();
    }

    @Test
    void otherMessagesGoThroughFiles() throws Exception {
        Process process = start("pass");
        assertThat(work(process)).anyMatch(each -> each.matches("files 1[5-9]"));
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        try (Stream<Path> left = Files.list(directory.resolve("paging"))) {
            assertThat(left).isEmpty();
        }
    }
}
