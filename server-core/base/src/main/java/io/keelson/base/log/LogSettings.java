package io.keelson.base.log;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.nio.file.Path;
import java.util.Map;

/**
 * The server log.
 *
 * @param level the least severity that is written
 * @param levels thresholds of single categories, which count for everything below them too
 * @param console the form on the console
 * @param fileForm the form in the file
 * @param file the file, relative to the server's directory
 * @param maxSize the size at which a new file is begun
 * @param maxFiles how many older files are kept
 * @param rotateAtStart whether each start begins a new file
 * @param queueLength how many records may wait for each destination
 */
public record LogSettings(
        @Setting(help = "The least severity that is written.", defaultValue = "info", change = Change.LIVE)
        Severity level,

        @Setting(
                help =
                        "The least severity of single categories, as in 'org.hibernate: warn'; counts for those below too.",
                change = Change.LIVE)
        Map<String, Severity> levels,

        @Setting(help = "The form of the console's log.", defaultValue = "text")
        LogForm console,

        @Setting(help = "The form of the log file.", defaultValue = "json")
        LogForm fileForm,

        @Setting(help = "The log file, relative to the server's directory.", defaultValue = "logs/server.log")
        Path file,

        @Setting(
                help = "The size in bytes at which a new log file is begun.",
                defaultValue = "10MiB",
                min = "64KiB",
                max = "1TiB")
        DataSize maxSize,

        @Setting(help = "How many older log files are kept.", defaultValue = "9", min = "0", max = "1000")
        int maxFiles,

        @Setting(help = "Whether each start of the server begins a new log file.", defaultValue = "false")
        boolean rotateAtStart,

        @Setting(
                help = "How many records may wait to be written; more are dropped, and counted.",
                defaultValue = "8192",
                min = "16",
                max = "1048576")
        int queueLength) {
    public LogSettings {
        levels = Map.copyOf(levels);
    }

    /** The console alone, for as long as the domain's configuration has not been read. */
    public static LogSettings consoleOnly(Severity level) {
        return new LogSettings(
                level,
                Map.of(),
                LogForm.TEXT,
                LogForm.OFF,
                Path.of("logs/server.log"),
                new DataSize(10 << 20),
                9,
                false,
                8192);
    }
}
