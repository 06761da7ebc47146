package io.keelson.boot;

import io.keelson.balancer.ServerBalancer;
import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.kernel.lifecycle.Server;
import java.util.List;
import java.util.Set;

/** Selection of a server's subsystems: a load balancer needs few, and every other server has no load balancer. */
final class Subsystems {
    private static final String BALANCER = "balancer";
    private static final Set<String> OF_BALANCERS = Set.of("log", "access-log", "net", "management", BALANCER);

    private Subsystems() {}

    static List<SubsystemFactory> of(Configuration configuration, ClassLoader loader) {
        boolean balances = configuration.get(ServerBalancer.class).balancer() != null;
        return Server.discover(loader).stream()
                .filter(factory -> balances
                        ? OF_BALANCERS.contains(factory.name())
                        : !factory.name().equals(BALANCER))
                .toList();
    }
}
