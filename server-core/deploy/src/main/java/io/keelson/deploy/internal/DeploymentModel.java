package io.keelson.deploy.internal;

import io.keelson.base.config.ModelProvider;
import io.keelson.deploy.internal.conversion.JavaxSettings;
import io.keelson.deploy.targets.TargetSettings;
import java.util.List;

/** The configuration records of this room. */
public final class DeploymentModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(DeploymentSettings.class, JavaxSettings.class, TargetSettings.class);
    }
}
