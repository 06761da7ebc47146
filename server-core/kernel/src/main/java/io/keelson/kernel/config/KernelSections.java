package io.keelson.kernel.config;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The sections that the configuration itself owns. */
public final class KernelSections implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(Domain.class, DynamicCluster.class);
    }
}
