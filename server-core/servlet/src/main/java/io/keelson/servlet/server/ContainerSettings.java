package io.keelson.servlet.server;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;

/** Limits and defaults of the servlet container. */
@Section(value = "servlet", help = "The servlet container: defaults and limits for all web applications.")
public record ContainerSettings(
        @Setting(
                help = "How long a session may be idle where the application does not say; 0 for ever.",
                defaultValue = "1h",
                min = "0s",
                max = "365d")
        Duration sessionTimeout,

        @Setting(
                help =
                        "Whether scripts are kept from the session cookie (HttpOnly), where the application does not say.",
                defaultValue = "true")
        boolean sessionCookieHttpOnly,

        @Setting(
                help = "Whether who has logged in to one application is known to all others of the virtual host"
                        + " (Servlet 6.1, 13.7). Read when the server starts.",
                defaultValue = "false")
        boolean singleSignOn,

        @Setting(
                help = "How many parameters a request may have, of query and form together.",
                defaultValue = "10000",
                min = "1",
                max = "1000000")
        int parametersMaximum,

        @Setting(
                help = "How large a form may be that the container reads parameters from.",
                defaultValue = "2MiB",
                min = "0B",
                max = "1GiB")
        DataSize formMaximum,

        @Setting(help = "How many parts a multipart form may have.", defaultValue = "1000", min = "1", max = "100000")
        int partsMaximum,

        @Setting(
                help = "How much of a response is kept back before the first of it is sent.",
                defaultValue = "8KiB",
                min = "1KiB",
                max = "1MiB")
        DataSize responseBuffer,

        @Setting(
                help = "How long requests in flight may take to end when an application is undeployed.",
                defaultValue = "30s",
                min = "0s",
                max = "1h")
        Duration undeployTimeout,

        @Setting(
                help =
                        "How long one call may take by which an application ends (destroy of a servlet or filter, contextDestroyed);"
                                + " then it is interrupted and left behind, and the end goes on.",
                defaultValue = "30s",
                min = "1ms",
                max = "1h")
        Duration destroyTimeout,

        @Setting(
                help =
                        "Whether an application is refused when a servlet of it with load-on-startup fails; else that servlet"
                                + " answers 503, an ERROR is logged, and the rest of the application serves.",
                defaultValue = "false")
        boolean failOnStartupError) {

    /** The defaults. */
    public static ContainerSettings defaults() {
        return new ContainerSettings(
                Duration.ofHours(1),
                true,
                false,
                10_000,
                DataSize.parse("2MiB"),
                1_000,
                DataSize.parse("8KiB"),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                false);
    }
}
