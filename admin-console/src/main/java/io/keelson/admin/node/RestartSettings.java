package io.keelson.admin.node;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings by which the node manager starts a server, and starts it again when it crashes. WebLogic's AutoRestart, RestartMax,
 * RestartIntervalSeconds, RestartDelaySeconds and Arguments.
 *
 * @param autoRestart whether it is started again
 * @param restartMax how often within the interval
 * @param restartInterval the interval
 * @param restartDelay how long to wait first
 * @param javaOptions options of its JVM; null for none
 */
@Section(value = "servers.*", help = "A server of the domain.")
public record RestartSettings(
        @Setting(
                help = "Whether the node manager starts the server again when it crashes.",
                defaultValue = "true",
                change = Change.LIVE)
        boolean autoRestart,

        @Setting(
                help = "How often the node manager starts the server again within restart-interval; after that it is"
                        + " FAILED_NOT_RESTARTABLE.",
                defaultValue = "2",
                min = "0",
                max = "1000",
                change = Change.LIVE)
        int restartMax,

        @Setting(
                help = "The time in which the node manager starts the server again at most restart-max times.",
                defaultValue = "1h",
                min = "5m",
                max = "365d",
                change = Change.LIVE)
        Duration restartInterval,

        @Setting(
                help = "How long the node manager waits before it starts the server again.",
                defaultValue = "0s",
                min = "0s",
                max = "1h",
                change = Change.LIVE)
        Duration restartDelay,

        @Setting(
                help =
                        "Options of the server's JVM when the node manager starts it, separated by spaces, as -Xmx1g; they stand"
                                + " behind those of JAVA_OPTS in the node manager's environment.",
                pattern = "[ -~]{0,4000}")
        @Nullable
        String javaOptions) {
    /** The defaults. */
    public static final RestartSettings DEFAULTS =
            new RestartSettings(true, 2, Duration.ofHours(1), Duration.ZERO, null);
}
