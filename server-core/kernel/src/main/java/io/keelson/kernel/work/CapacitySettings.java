package io.keelson.kernel.work;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/** A capacity of the domain that several work managers share. */
@Section(value = "capacity-constraints.*", help = "What several work managers together may have queued and running.")
public record CapacitySettings(
        @Setting(
                help = "The most work that may be queued and running; what comes beyond is refused (503).",
                required = true,
                min = "1",
                max = "1048575",
                change = Setting.Change.LIVE)
        int count) {}
