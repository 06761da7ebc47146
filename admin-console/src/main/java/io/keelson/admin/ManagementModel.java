package io.keelson.admin;

import io.keelson.admin.agent.SnmpPort;
import io.keelson.admin.agent.SnmpSettings;
import io.keelson.admin.jmx.remote.JmxPort;
import io.keelson.admin.jmx.remote.JmxSettings;
import io.keelson.admin.machine.MachineSettings;
import io.keelson.admin.node.NodeSettings;
import io.keelson.admin.node.RestartSettings;
import io.keelson.admin.telemetry.TelemetrySettings;
import io.keelson.admin.watch.WatchSettings;
import io.keelson.admin.watch.WebhookSettings;
import io.keelson.base.config.ModelProvider;
import java.util.List;

/** Administration's part of the configuration model. */
public final class ManagementModel implements ModelProvider {
    @Override
    public List<Class<? extends Record>> sections() {
        return List.of(
                ManagementSettings.class,
                NodeSettings.class,
                RestartSettings.class,
                WatchSettings.class,
                WebhookSettings.class,
                MachineSettings.class,
                TelemetrySettings.class,
                SnmpSettings.class,
                SnmpPort.class,
                JmxSettings.class,
                JmxPort.class);
    }
}
