package io.keelson.balancer;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.http.HttpServer;
import io.keelson.http.OutgoingHttp;
import java.util.Set;

/** Makes the load balancer of a server that is one; of any other it does nothing. */
public final class BalancerSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "balancer";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(HttpServer.class, OutgoingHttp.class);
    }

    @Override
    public Subsystem create(Services services) {
        BalancerSettings settings =
                services.get(Configuration.class).get(ServerBalancer.class).balancer();
        return settings == null ? new Subsystem() {} : new BalancerSubsystem(settings, services);
    }
}
