package io.keelson.kernel.work;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;

/** Conditions under which a server gives up. */
@Section(value = "servers.*.overload", help = "When the server gives up, so that whoever watches it starts it again.")
public record OverloadSettings(
        @Setting(
                help = "At how many stuck threads the server fails: it ends at once, in the state FAILED and with exit"
                        + " code 4. 0 never.",
                defaultValue = "0",
                min = "0",
                max = "65534",
                change = Setting.Change.LIVE)
        int stuckThreadCount,

        @Setting(
                help = "After how long with one piece of work a thread counts for stuck-thread-count; 0s takes"
                        + " stuck-thread-max-time.",
                defaultValue = "0s",
                min = "0s",
                change = Setting.Change.LIVE)
        Duration maxStuckThreadTime,

        @Setting(
                help =
                        "How long the heap may be full while the collector takes nearly all the time, before the server ends"
                                + " at once with exit code 4; 0s for ever.",
                defaultValue = "15s",
                min = "0s",
                max = "1h")
        Duration heapFullTime,

        @Setting(
                help =
                        "What the server does about readers, the threads that read the sockets of clients, that do not come"
                                + " back: alarm only logs and shows them; with fail-when-all it ends in the state FAILED and with"
                                + " exit code 4 when all of them hang, with fail-when-any when one does.",
                defaultValue = "fail-when-all",
                change = Setting.Change.LIVE)
        StuckReaderAction stuckReaderAction,

        @Setting(
                help =
                        "How long readers must have hung before stuck-reader-action ends the server; the alarm comes after"
                                + " 10 s.",
                defaultValue = "30s",
                min = "10s",
                max = "1h",
                change = Setting.Change.LIVE)
        Duration stuckReaderTime) {
    /** The defaults. */
    public static final OverloadSettings DEFAULTS = new OverloadSettings(
            0, Duration.ZERO, Duration.ofSeconds(15), StuckReaderAction.FAIL_WHEN_ALL, Duration.ofSeconds(30));
}
