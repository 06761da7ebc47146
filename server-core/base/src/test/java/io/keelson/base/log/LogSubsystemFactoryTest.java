package io.keelson.base.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.Configuration;
import io.keelson.base.config.DataSize;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSubsystemFactoryTest {
    private final Map<Class<?>, Object> services = new HashMap<>();

    @TempDir
    Path directory;

    private Configuration configuration(Severity level, boolean accessLog) {
        LogSection section = new LogSection(
                LogSettings.consoleOnly(level),
                new AccessLogSettings(
                        accessLog,
                        AccessLogSettings.Format.COMMON,
                        Path.of("logs/access.log"),
                        new DataSize(1 << 20),
                        1,
                        false,
                        64));
        return new Configuration() {
            @Override
            public <R extends Record> R get(Class<R> type) {
                return type.cast(section);
            }

            @Override
            public <R extends Record> Map<String, R> all(Class<R> type) {
                return Map.of();
            }
        };
    }

    private Subsystem subsystem(Configuration configuration) {
        services.put(Configuration.class, configuration);
        services.put(Ticker.class, Ticker.system());
        services.put(ServerIdentity.class, new ServerIdentity("s", "d", directory, directory, false));
        return new LogSubsystemFactory().create(new Services() {
            @Override
            public <T> T get(Class<T> type) {
                return type.cast(services.get(type));
            }

            @Override
            public <T> void publish(Class<T> type, T service) {
                services.put(type, service);
            }
        });
    }

    @Test
    void theAccessLogIsWrittenUntilTheSubsystemStops() throws Exception {
        Subsystem subsystem = subsystem(configuration(Severity.INFO, true));
        subsystem.start();
        AccessLogWriter writer = (AccessLogWriter) services.get(AccessLogWriter.class);
        assertThat(writer.enabled()).isTrue();
        for (int i = 0; i < 20; i++) {
            writer.write(
                    new AccessRecord("::1", null, 0, "GET", "/" + i, "HTTP/1.1", 200, 0, 1, null, null, null, "x", i));
        }
        subsystem.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
        assertThat(Files.readAllLines(directory.resolve("logs/access.log"))).hasSize(20);
    }

    @Test
    void withoutAnAccessLogNothingIsOpened() throws Exception {
        Subsystem subsystem = subsystem(configuration(Severity.INFO, false));
        subsystem.start();
        AccessLogWriter writer = (AccessLogWriter) services.get(AccessLogWriter.class);
        assertThat(writer.enabled()).isFalse();
        writer.write(new AccessRecord("::1", null, 0, "GET", "/", "HTTP/1.1", 200, 0, 1, null, null, null, "x", 1));
        subsystem.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
        assertThat(directory.resolve("logs")).doesNotExist();
    }

    @Test
    void changedThresholdsCountFromTheCommitOnAndNotBefore() throws Exception {
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        try (Logging logging = Logging.configure(
                LogSettings.consoleOnly(Severity.INFO),
                directory,
                Ticker.system(),
                new ConsoleOutput(console, StandardCharsets.UTF_8),
                false)) {
            Subsystem subsystem = subsystem(configuration(Severity.INFO, false));
            subsystem.start();
            subsystem.prepare(configuration(Severity.DEBUG, false));
            Logger.getLogger("t").debug("hidden-1");
            subsystem.rollback();
            subsystem.commit();
            Logger.getLogger("t").debug("hidden-2");
            subsystem.prepare(configuration(Severity.DEBUG, false));
            subsystem.commit();
            Logger.getLogger("t").debug("shown");
            assertThat(logging.close(Duration.ofSeconds(5))).isTrue();
        }
        assertThat(console.toString(StandardCharsets.UTF_8)).contains("shown").doesNotContain("hidden");
    }

    @Test
    void aFullDeviceCostsRecordsAndNothingElse() throws Exception {
        Path full = Path.of("/dev/full");
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.exists(full), "this system has no /dev/full");
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        LogSettings settings = new LogSettings(
                Severity.INFO, Map.of(), LogForm.TEXT, LogForm.JSON, full, new DataSize(1 << 20), 2, false, 16);
        Logging logging = Logging.configure(
                settings, directory, Ticker.system(), new ConsoleOutput(console, StandardCharsets.UTF_8), false);
        Logger.getLogger("t").info("one");
        org.awaitility.Awaitility.await()
                .until(() -> console.toString(StandardCharsets.UTF_8).contains("KLS-000102"));
        for (int i = 0; i < 100; i++) {
            Logger.getLogger("t").info("more");
        }
        assertThat(logging.dropped()).isPositive();
        assertThat(logging.close(Duration.ofSeconds(5)))
                .as("not everything could be written")
                .isFalse();
        assertThat(console.toString(StandardCharsets.UTF_8)).contains("No space left on device");
    }
}
