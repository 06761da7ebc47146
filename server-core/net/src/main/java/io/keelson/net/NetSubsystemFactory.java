package io.keelson.net;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.EntryPoints;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.http.HttpServer;
import io.keelson.http.OutgoingHttp;
import io.keelson.net.config.ServerDrain;
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
        return Set.of(HttpServer.class, Channels.class, OutgoingHttp.class, EntryPoints.class);
    }

    @Override
    public Subsystem create(Services services) {
        Configuration configuration = services.get(Configuration.class);
        return new NetSubsystem(
                configuration.get(ServerNetwork.class),
                configuration.get(ServerDrain.class).drainPeriod(),
                services.get(WorkManagers.class),
                services.get(Ticker.class),
                services);
    }
}
