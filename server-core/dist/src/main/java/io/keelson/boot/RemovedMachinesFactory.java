package io.keelson.boot;

import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.kernel.machine.MachineFiles;
import io.keelson.kernel.machine.MachineTls;
import io.keelson.net.Channels;
import io.keelson.remoting.RemoteObjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tells channels and remote calls which machines have been put out of the domain, in a domain of several. */
public final class RemovedMachinesFactory implements SubsystemFactory {
    private static final long EVERY_MILLIS = 500;

    @Override
    public String name() {
        return "removed-machines";
    }

    @Override
    public Set<Class<?>> requires() {
        return Set.of(Channels.class);
    }

    @Override
    public Set<Class<?>> uses() {
        return Set.of(RemoteObjects.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new Looking(services);
    }

    /** Looks at the list on a thread of its own, since the node manager that writes it is another process. */
    private static final class Looking implements Subsystem {
        private final Services services;
        private @Nullable ScheduledExecutorService scheduler;

        Looking(Services services) {
            this.services = services;
        }

        @Override
        public void start() throws IOException {
            Path domain = services.get(ServerIdentity.class).domain();
            if (!new MachineFiles(domain).present()) {
                return;
            }
            Optional<RemoteObjects> remote = services.find(RemoteObjects.class);
            RemovedMachines removed = new RemovedMachines(
                    MachineTls.of(domain),
                    services.get(Channels.class)::refuse,
                    certificates ->
                            remote.map(objects -> objects.leave(certificates)).orElse(0));
            // Before any channel listens.
            removed.look();
            ScheduledExecutorService fresh = Threads.scheduler("keelson.machine.Removed");
            scheduler = fresh;
            fresh.scheduleWithFixedDelay(removed::look, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }

        @Override
        public void stop(Deadline deadline) {
            ScheduledExecutorService ending = scheduler;
            if (ending != null) {
                ending.shutdown();
            }
        }
    }
}
