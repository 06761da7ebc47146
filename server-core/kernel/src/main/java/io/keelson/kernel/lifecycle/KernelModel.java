package io.keelson.kernel.lifecycle;

import io.keelson.base.config.ModelProvider;
import io.keelson.kernel.naming.NamingSettings;
import io.keelson.kernel.work.CapacitySettings;
import io.keelson.kernel.work.MaxThreadsSettings;
import io.keelson.kernel.work.MinThreadsSettings;
import io.keelson.kernel.work.OverloadSettings;
import io.keelson.kernel.work.RequestClassSettings;
import io.keelson.kernel.work.StuckThreadSettings;
import io.keelson.kernel.work.ThreadPoolSettings;
import io.keelson.kernel.work.WorkManagerSettings;
import java.util.List;

/** The configuration records of life cycle and work managers. */
public final class KernelModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(
                LifecycleSettings.class,
                NamingSettings.class,
                ThreadPoolSettings.class,
                StuckThreadSettings.class,
                OverloadSettings.class,
                WorkManagerSettings.class,
                RequestClassSettings.class,
                MinThreadsSettings.class,
                MaxThreadsSettings.class,
                CapacitySettings.class);
    }
}
