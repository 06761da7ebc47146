package io.keelson.base.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.DataSize;
import io.keelson.base.time.Ticker;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoggingTest {
    private final ByteArrayOutputStream console = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    private Logging configure(LogForm form, LogForm fileForm, Map<String, Severity> levels) {
        LogSettings settings = new LogSettings(
                Severity.INFO,
                levels,
                form,
                fileForm,
                Path.of("logs/server.log"),
                new DataSize(1 << 20),
                2,
                false,
                1024);
        return Logging.configure(
                settings, directory, Ticker.system(), new ConsoleOutput(console, StandardCharsets.UTF_8), false);
    }

    @Test
    void everyLoggingInterfaceEndsInBothDestinations() throws Exception {
        try (Logging logging = configure(LogForm.TEXT, LogForm.JSON, Map.of())) {
            Logger.getLogger("t.jboss").info("by jboss");
            java.util.logging.Logger.getLogger("t.jul").log(java.util.logging.Level.WARNING, "by {0}", "jul");
            System.getLogger("t.system").log(System.Logger.Level.ERROR, "by system");
            org.slf4j.LoggerFactory.getLogger("t.slf4j").warn("by {}", "slf4j");
            assertThat(logging.close(Duration.ofSeconds(5))).isTrue();
        }
        assertThat(console.toString(StandardCharsets.UTF_8))
                .contains("INFO  [t.jboss] (main) by jboss\n")
                .contains("WARN  [t.jul] (main) by jul\n")
                .contains("ERROR [t.system] (main) by system\n")
                .contains("WARN  [t.slf4j] (main) by slf4j\n");
        assertThat(Files.readAllLines(directory.resolve("logs/server.log")))
                .hasSize(4)
                .allMatch(line -> line.startsWith("{\"timestamp\":\"") && line.endsWith("\"}"));
    }

    @Test
    void thresholdsCountForACategoryAndAllBelowAndChangeLive() {
        try (Logging logging =
                configure(LogForm.TEXT, LogForm.OFF, Map.of("a.quiet", Severity.ERROR, "a.loud", Severity.DEBUG))) {
            Logger.getLogger("a.quiet.below").warn("hidden-1");
            Logger.getLogger("a.loud.below").debug("shown-1");
            Logger.getLogger("a.other").debug("hidden-2");
            logging.levels(LogSettings.consoleOnly(Severity.DEBUG));
            Logger.getLogger("a.other").debug("shown-2");
            Logger.getLogger("a.quiet.below").warn("shown-3");
        }
        assertThat(console.toString(StandardCharsets.UTF_8))
                .contains("shown-1", "shown-2", "shown-3")
                .doesNotContain("hidden");
        assertThat(Logging.inForce()).isEmpty();
    }

    @Test
    void aDeadDiskIsReportedOnTheConsoleEvenWhenThatIsOffAndWritingResumes() throws Exception {
        Files.writeString(directory.resolve("logs"), "a file where the directory should be");
        try (Logging logging = configure(LogForm.OFF, LogForm.JSON, Map.of())) {
            Logger.getLogger("t").info("kept");
            await().until(() ->
                    console.toString(StandardCharsets.UTF_8).contains("KLS-000102: The server log cannot be written"));
            assertThat(console.toString(StandardCharsets.UTF_8)).doesNotContain("kept");
            Files.delete(directory.resolve("logs"));
            Path log = directory.resolve("logs/server.log");
            await().until(() -> hasId(log, "KLS-000103"));
            assertThat(Files.readString(log)).contains("\"message\":\"kept\"");
            assertThat(logging.dropped()).isZero();
        }
    }

    private static boolean hasId(Path log, String id) throws Exception {
        return Files.exists(log) && Files.readString(log).contains("\"id\":\"" + id + "\"");
    }

    @Test
    void closingPutsBackWhatWasBefore() {
        Logging first = configure(LogForm.TEXT, LogForm.OFF, Map.of());
        Logging second = configure(LogForm.TEXT, LogForm.OFF, Map.of());
        assertThat(Logging.inForce()).contains(second);
        second.close();
        assertThat(Logging.inForce()).contains(first);
        first.close();
    }
}
