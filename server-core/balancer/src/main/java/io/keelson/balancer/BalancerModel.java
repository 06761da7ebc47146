package io.keelson.balancer;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The configuration record of a load balancer. */
public final class BalancerModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(ServerBalancer.class);
    }
}
