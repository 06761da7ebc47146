package io.keelson.cluster.lease;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The configuration records of leases. */
public final class LeaseModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(LeaseSettings.class);
    }
}
