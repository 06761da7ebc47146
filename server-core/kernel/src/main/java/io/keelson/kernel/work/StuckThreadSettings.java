package io.keelson.kernel.work;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;

/** Conditions under which a thread of a server counts as stuck. */
@Section(value = "servers.*", help = "A server of the domain.")
public record StuckThreadSettings(
        @Setting(
                help = "After how long with one piece of work a thread counts as stuck; 0s never.",
                defaultValue = "600s",
                min = "0s",
                change = Setting.Change.LIVE)
        Duration stuckThreadMaxTime,

        @Setting(
                help = "A stuck thread is noticed at most so long after stuck-thread-max-time.",
                defaultValue = "60s",
                min = "100ms",
                max = "1d",
                change = Setting.Change.LIVE)
        Duration stuckThreadTimerInterval) {
    /** The defaults. */
    public static final StuckThreadSettings DEFAULTS =
            new StuckThreadSettings(Duration.ofSeconds(600), Duration.ofSeconds(60));
}
