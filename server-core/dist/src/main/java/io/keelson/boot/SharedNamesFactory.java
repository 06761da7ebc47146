package io.keelson.boot;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.cluster.membership.Clustering;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.remoting.RemoteObjects;
import java.util.Set;

/** Lets a server share names with its cluster, as stubs and copies that remoting makes; and opens the domain's library for calls. */
public final class SharedNamesFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "shared-names";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(RemoteObjects.class, Clustering.class, DomainLibrary.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new SharedNames(services);
    }
}
