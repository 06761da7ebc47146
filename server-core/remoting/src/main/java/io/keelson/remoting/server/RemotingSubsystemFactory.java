package io.keelson.remoting.server;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.net.Channels;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.ServerStreams;
import io.keelson.remoting.config.ServerIiop;
import io.keelson.remoting.config.ServerRemoting;
import io.keelson.remoting.iiop.IiopEntrance;
import java.util.Set;

/** Makes the subsystem of remote calls. */
public final class RemotingSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "remoting";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(Channels.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(RemoteObjects.class, ServerStreams.class, IiopEntrance.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new RemotingSubsystem(
                services.get(Configuration.class).get(ServerRemoting.class).remoting(),
                services.get(Configuration.class).get(ServerIiop.class).iiop(),
                services.get(Channels.class),
                services.get(WorkManagers.class),
                services.get(Ticker.class),
                services);
    }
}
