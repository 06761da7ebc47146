package io.keelson.component.executor;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The configuration records of this package. */
public final class ExecutorModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(ManagedExecutorSettings.class, ManagedThreadFactorySettings.class, ContextServiceSettings.class);
    }
}
