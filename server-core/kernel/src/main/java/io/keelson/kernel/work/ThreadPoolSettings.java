package io.keelson.kernel.work;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/** The execute threads of a server. */
@Section(value = "servers.*", help = "A server of the domain.")
public record ThreadPoolSettings(
        @Setting(
                help = "The fewest execute threads that the server keeps.",
                defaultValue = "5",
                min = "1",
                max = "65534")
        int selfTuningThreadPoolSizeMin,

        @Setting(
                help = "The most execute threads that the server grows to.",
                defaultValue = "400",
                min = "1",
                max = "65534")
        int selfTuningThreadPoolSizeMax,

        @Setting(
                help = "The most virtual threads that run work at a time; what comes beyond waits by its share.",
                defaultValue = "10000",
                min = "1",
                max = "1000000",
                change = Setting.Change.LIVE)
        int virtualThreadsMax) {
    /** The defaults. */
    public static final ThreadPoolSettings DEFAULTS = new ThreadPoolSettings(5, 400);

    public ThreadPoolSettings {
        if (selfTuningThreadPoolSizeMin > selfTuningThreadPoolSizeMax) {
            throw new IllegalArgumentException("self-tuning-thread-pool-size-min (" + selfTuningThreadPoolSizeMin
                    + ") is above self-tuning-thread-pool-size-max (" + selfTuningThreadPoolSizeMax
                    + "); lower the one or raise the other");
        }
    }

    /** Sizes of the self-tuned pool, and the default for virtual threads. */
    public ThreadPoolSettings(int min, int max) {
        this(min, max, 10_000);
    }
}
