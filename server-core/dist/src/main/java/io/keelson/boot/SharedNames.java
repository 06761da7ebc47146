package io.keelson.boot;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.cluster.membership.Clustering;
import io.keelson.cluster.membership.Membership;
import io.keelson.cluster.names.TreeNames;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.membership.ClusterNames;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.spi.CallWork;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The names of this server in those of its cluster: they come together when the server is RUNNING, so that others can reach what
 * it has bound, and the cluster has formed, so that somebody can decide. What is bound before stays the server's own until then.
 * See docs/design/cluster-names.md.
 *
 * <p>The kernel calls from one thread at a time; the lock guards what the joining thread shares with it.
 */
final class SharedNames implements Subsystem {
    /** Time that a change may take to be decided. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Services services;
    private final Naming naming;
    private final ReentrantLock lock = new ReentrantLock();
    private RemoteObjects.@Nullable Application library;
    private @Nullable TreeNames names;
    private ClusterNames.@Nullable Registration joined;
    private boolean begun;
    private boolean stopped;

    SharedNames(Services services) {
        this.services = services;
        this.naming = services.get(Naming.class);
    }

    @Override
    public void start() throws DeploymentException {
        library = library();
        Membership membership = services.get(Clustering.class).membership().orElse(null);
        if (membership == null) {
            return;
        }
        TreeNames shared = new TreeNames(
                membership,
                services.get(Ticker.class),
                new RemoteValues(services.get(RemoteObjects.class).values(), naming),
                PATIENCE);
        names = shared;
        ServerControl control = services.get(ServerControl.class);
        Runnable look = () -> {
            if (control.state() == ServerState.RUNNING
                    && membership.view().current().formed()) {
                begin(shared);
            }
        };
        control.addListener((from, to) -> look.run());
        membership.view().subscribe((now, change) -> look.run());
    }

    /** Opens the domain's library for calls: singleton services are of it. */
    private RemoteObjects.Application library() throws DeploymentException {
        DomainLibrary loader = services.get(DomainLibrary.class);
        String name = "the domain's library";
        return services.get(RemoteObjects.class)
                .application(
                        name,
                        loader,
                        CallWork.of(services.get(WorkManagers.class).standard()),
                        new ApplicationScope(null, loader),
                        RemoteApplications.allowed(name, loader));
    }

    /** Joins on a thread of its own: what is there to be published waits for the cluster to decide. */
    private void begin(TreeNames shared) {
        lock.lock();
        try {
            if (begun) {
                return;
            }
            begun = true;
        } finally {
            lock.unlock();
        }
        Threads.daemon("keelson.cluster.names", () -> join(shared)).start();
    }

    private void join(TreeNames shared) {
        ClusterNames.Registration registration = naming.join(shared);
        lock.lock();
        try {
            joined = registration;
            if (stopped) {
                registration.close();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void stop(Deadline deadline) {
        lock.lock();
        try {
            stopped = true;
            begun = true;
            if (joined != null) {
                joined.close();
            }
        } finally {
            lock.unlock();
        }
        TreeNames shared = names;
        if (shared != null) {
            shared.close();
        }
        RemoteObjects.Application opened = library;
        if (opened != null) {
            opened.close();
        }
    }
}
