package io.keelson.resource;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.spi.resource.AdapterLogins;
import io.keelson.kernel.spi.resource.DataSourceTests;
import io.keelson.kernel.spi.resource.ServerConnections;
import io.keelson.kernel.spi.transaction.TransactionControl;
import java.util.Set;

/** Makes the data sources of a server. See docs/design/data-sources.md. */
public final class ResourceSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "data-sources";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(DomainLibrary.class, Parts.class);
    }

    @Override
    public Set<Class<?>> uses() {
        return Set.of(TransactionControl.class);
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(ServerConnections.class, DataSourceTests.class, AdapterLogins.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new ResourceSubsystem(services);
    }
}
