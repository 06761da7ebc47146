package io.keelson.cluster.singleton;

import io.keelson.base.config.ModelProvider;
import io.keelson.kernel.spi.singleton.SingletonServices;
import java.util.List;
import java.util.Map;

/** The configuration records of singleton services. */
public final class SingletonModel implements ModelProvider {
    private static final String NOWHERE = "this server takes part in no cluster and has no singleton services";

    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(SingletonSettings.class);
    }

    /** Says that a server without a cluster has no singleton services, where some are configured. */
    public static void withoutCluster(Map<String, SingletonSettings> configured) {
        if (!configured.isEmpty()) {
            SingletonLog.LOG.noCluster(String.join(", ", configured.keySet()));
        }
    }

    /** Those of a server without a cluster. */
    public static SingletonServices nothing() {
        return new SingletonServices() {
            @Override
            public List<State> services() {
                return List.of();
            }

            @Override
            public List<HistoryEntry> history(String name) {
                throw new IllegalArgumentException(NOWHERE);
            }

            @Override
            public void migrate(String name, String server, String by) {
                throw new IllegalArgumentException(NOWHERE);
            }
        };
    }
}
