package io.keelson.base.log;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Setting;
import java.nio.file.Path;

/**
 * The log of HTTP requests.
 *
 * @param enabled whether there is one
 * @param format how a request is written
 * @param file the file, relative to the server's directory
 * @param maxSize the size at which a new file is begun
 * @param maxFiles how many older files are kept
 * @param rotateAtStart whether each start begins a new file
 * @param queueLength how many requests may wait to be written
 */
public record AccessLogSettings(
        @Setting(help = "Whether requests are logged.", defaultValue = "false")
        boolean enabled,

        @Setting(help = "How a request is written.", defaultValue = "combined")
        Format format,

        @Setting(help = "The file, relative to the server's directory.", defaultValue = "logs/access.log")
        Path file,

        @Setting(
                help = "The size in bytes at which a new file is begun.",
                defaultValue = "50MiB",
                min = "64KiB",
                max = "1TiB")
        DataSize maxSize,

        @Setting(help = "How many older files are kept.", defaultValue = "9", min = "0", max = "1000")
        int maxFiles,

        @Setting(help = "Whether each start of the server begins a new file.", defaultValue = "false")
        boolean rotateAtStart,

        @Setting(
                help = "How many requests may wait to be written; more are dropped, and counted.",
                defaultValue = "16384",
                min = "16",
                max = "1048576")
        int queueLength) {
    /** Format of the line for a request. */
    public enum Format {
        /** The Common Log Format of NCSA httpd. */
        COMMON,
        /** Common, then Referer and User-Agent. */
        COMBINED,
        /** One JSON object a line. */
        JSON
    }
}
