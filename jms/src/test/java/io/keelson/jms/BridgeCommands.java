package io.keelson.jms;

import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.testkit.TestServer;

/** The commands for bridges, as management carries them out. */
public final class BridgeCommands {
    private BridgeCommands() {}

    /** Starts or stops a bridge. */
    public static JmsBridgeList want(TestServer server, String name, boolean started) throws RefusedException {
        return server.service(JmsAdministration.class).bridge(name, started);
    }
}
