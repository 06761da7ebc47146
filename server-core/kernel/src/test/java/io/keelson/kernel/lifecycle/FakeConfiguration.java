package io.keelson.kernel.lifecycle;

import io.keelson.base.config.Configuration;
import io.keelson.kernel.work.OverloadSettings;
import io.keelson.kernel.work.StuckThreadSettings;
import io.keelson.kernel.work.ThreadPoolSettings;
import io.keelson.kernel.work.WorkManagerSettings;
import java.time.Duration;
import java.util.Map;

/** The configuration that the kernel itself reads. */
record FakeConfiguration(Duration gracefulShutdownTimeout, Map<String, WorkManagerSettings> workManagers)
        implements Configuration {
    FakeConfiguration(Duration gracefulShutdownTimeout) {
        this(gracefulShutdownTimeout, Map.of());
    }

    @Override
    public <R extends Record> R get(Class<R> section) {
        if (section == LifecycleSettings.class) {
            return section.cast(new LifecycleSettings(gracefulShutdownTimeout));
        }
        if (section == StuckThreadSettings.class) {
            return section.cast(StuckThreadSettings.DEFAULTS);
        }
        if (section == OverloadSettings.class) {
            return section.cast(OverloadSettings.DEFAULTS);
        }
        return section.cast(new ThreadPoolSettings(1, 2));
    }

    @Override
    @SuppressWarnings("unchecked") // of the sections that the kernel asks for, only this one has entries
    public <R extends Record> Map<String, R> all(Class<R> section) {
        return section == WorkManagerSettings.class ? (Map<String, R>) workManagers : Map.of();
    }
}
