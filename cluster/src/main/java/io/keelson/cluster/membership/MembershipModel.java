package io.keelson.cluster.membership;

import io.keelson.base.config.ModelProvider;
import java.util.List;

/** The configuration records of clusters. */
public final class MembershipModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(ClusterServer.class, ClusterSettings.class);
    }
}
