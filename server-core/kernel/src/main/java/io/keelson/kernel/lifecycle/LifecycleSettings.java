package io.keelson.kernel.lifecycle;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.time.Duration;

/** The end of a server. */
@Section(value = "servers.*", help = "A server of the domain.")
public record LifecycleSettings(
        @Setting(
                help = "How long a graceful shutdown waits for work in flight, at most; then it is cut off. 0s does not"
                        + " wait.",
                defaultValue = "30s",
                min = "0s",
                change = Setting.Change.LIVE)
        Duration gracefulShutdownTimeout) {}
