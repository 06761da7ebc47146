package io.keelson.servlet.spi;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;

/** Limits and defaults of WebSocket endpoints. */
@Section(value = "websocket", help = "WebSocket endpoints of applications: defaults and limits.")
public record SocketSettings(
        @Setting(
                help = "How large a message may be that is handed to the application whole, where the application does"
                        + " not say: a larger one closes the connection with code 1009.",
                defaultValue = "64KiB",
                min = "128B",
                max = "1GiB")
        DataSize messageMaximum,

        @Setting(
                help = "How long a connection may be without messages where the application does not say; 0 for ever.",
                defaultValue = "0s",
                min = "0s",
                max = "365d")
        Duration idleTimeout,

        @Setting(
                help = "How long a blocking send may wait for a client that does not read; then the connection is"
                        + " broken off.",
                defaultValue = "20s",
                min = "100ms",
                max = "1h")
        Duration sendTimeout,

        @Setting(
                help = "How much may wait to be sent to one client that reads slower than the application sends without"
                        + " waiting; further sends fail.",
                defaultValue = "4MiB",
                min = "64KiB",
                max = "1GiB")
        DataSize backlogMaximum,

        @Setting(
                help = "How long the server waits for the client's answer when it closes a connection.",
                defaultValue = "10s",
                min = "100ms",
                max = "10m")
        Duration closeTimeout,

        @Setting(
                help =
                        "How often a client that sends nothing is asked for a sign of life. One that gives none until it would"
                                + " be asked again twice is taken for gone; 0 never asks.",
                defaultValue = "5m",
                min = "0s",
                max = "1d")
        Duration pingInterval,

        @Setting(
                help = "Compression of messages: off; shared, where each message is compressed by itself and an idle"
                        + " connection holds no memory for it; dedicated, which compresses better and holds about 300 KiB outside the"
                        + " heap for each connection that has sent and received.",
                defaultValue = "shared")
        Compression compression,

        @Setting(
                help =
                        "Whether a browser is refused that opens a connection from a page of another host, where the endpoint"
                                + " does not check that itself.",
                defaultValue = "false")
        boolean sameOrigin) {

    /** Compression of messages ({@code permessage-deflate}, RFC 7692). */
    public enum Compression {
        OFF,
        SHARED,
        DEDICATED
    }

    /** The defaults. */
    public static SocketSettings defaults() {
        return new SocketSettings(
                DataSize.parse("64KiB"),
                Duration.ZERO,
                Duration.ofSeconds(20),
                DataSize.parse("4MiB"),
                Duration.ofSeconds(10),
                Duration.ofMinutes(5),
                Compression.SHARED,
                false);
    }
}
