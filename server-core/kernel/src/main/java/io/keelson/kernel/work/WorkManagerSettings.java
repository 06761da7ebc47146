package io.keelson.kernel.work;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/**
 * A work manager of the domain. The one named {@code default} also gives its limits to the work manager of every
 * application that names no other.
 */
@Section(value = "work-managers.*", help = "A named place where work is queued for the execute threads.")
public record WorkManagerSettings(
        @Setting(
                help = "The most work that may be queued and running; what comes beyond is refused (503).",
                defaultValue = "65536",
                min = "1",
                max = "1048575",
                change = Setting.Change.LIVE)
        int capacity,

        @Setting(
                help = "The share of execution time while all execute threads are busy, in proportion to the shares of"
                        + " the other work managers.",
                defaultValue = "50",
                min = "1",
                max = "1000",
                change = Setting.Change.LIVE)
        int fairShare) {
    /** What a work manager has that the domain does not describe. */
    public static final WorkManagerSettings DEFAULTS = new WorkManagerSettings(65_536, 50);
}
