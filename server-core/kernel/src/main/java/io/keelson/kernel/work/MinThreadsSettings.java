package io.keelson.kernel.work;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/** A min-threads constraint of the domain. */
@Section(
        value = "min-threads-constraints.*",
        help = "Threads that work has in any case, as work needs that others wait for.")
public record MinThreadsSettings(
        @Setting(
                help = "How many threads, beyond self-tuning-thread-pool-size-max if need be.",
                required = true,
                min = "1",
                max = "1000",
                change = Setting.Change.LIVE)
        int count) {}
