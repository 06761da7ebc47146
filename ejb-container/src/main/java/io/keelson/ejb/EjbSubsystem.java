package io.keelson.ejb;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.deploy.spi.Contributors;
import io.keelson.ejb.container.ContainerServices;
import io.keelson.ejb.container.StateFiles;
import io.keelson.ejb.management.BeanRuntime;
import io.keelson.ejb.management.EjbAdministration;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.remoting.bean.BeanHandleDelegate;

/** Adds the contributor of enterprise beans. See docs/design/enterprise-beans.md. */
final class EjbSubsystem implements Subsystem {
    private final Services server;
    private final ContainerServices services;

    EjbSubsystem(Services server, ContainerServices services) {
        this.server = server;
        this.services = services;
    }

    @Override
    public void start() {
        StateFiles.deleteLeftovers(services.passivated());
        NamesOfBeans.guard(services.naming());
        services.naming().handles(services.components());
        services.naming().addDefault("HandleDelegate", new BeanHandleDelegate(null));
        EjbAdministration administration = new EjbAdministration();
        server.publish(EjbAdministration.class, administration);
        server.get(RuntimeState.class).add("enterprise-beans", BeanRuntime.class, administration::runtimes);
        server.get(Contributors.class).add(new EjbContributor(services, administration));
    }

    @Override
    public void stop(Deadline deadline) {
        services.invalidations().close();
        services.scheduler().shutdownNow(); // the deployments, whose timers it woke, are gone by now
    }
}
