package io.keelson.net;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.http.HttpServer;
import io.keelson.net.config.ServerNetwork;
import java.util.Set;

/** Makes the network subsystem: muxers, channels, HTTP. */
public final class NetSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "net";
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(HttpServer.class, Channels.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new NetSubsystem(
                services.get(Configuration.class).get(ServerNetwork.class),
                services.get(WorkManagers.class),
                services.get(Ticker.class),
                services);
    }
}
