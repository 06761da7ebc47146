package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.events.Events;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rolling.Admission;
import io.keelson.admin.rolling.Release;
import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.targets.AssignedApplications;
import io.keelson.deploy.targets.Assignment;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.lifecycle.ServerControl;
import io.keelson.kernel.lifecycle.ServerState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server's part in the deployment of the domain's applications, and on the admin server the whole of it: the routes, and the thread
 * that looks after them. {@link #start}, {@link #stop} and the changes of the configuration are called by the life cycle, one after the
 * other. See docs/design/domain-deployment.md.
 */
public final class Targets {
    private static final long EVERY_MILLIS = 1_000;
    private static final int FETCH_MILLIS = 10_000;
    private static final int ATTEMPTS = 5;
    private static final long END_MILLIS = 1_000;

    private final String server;
    private final Staging staging;
    private final Reconciler reconciler;
    private final @Nullable ArchiveStore archives;
    private final Release release;
    private final @Nullable Retirements retirements;
    private final List<Route> routes = new ArrayList<>();
    private volatile Admission admission = Admission.NONE;
    private @Nullable Configuration prepared;
    private volatile @Nullable ScheduledExecutorService scheduler;

    private Targets(
            ServerIdentity identity,
            DomainConfiguration configuration,
            Deployer deployer,
            AssignedApplications applications,
            ServerControl control,
            @Nullable ChangeCentre centre,
            Events events,
            long mostBytes,
            Ticker ticker) {
        server = identity.name();
        DomainDirectory domain = DomainDirectory.at(identity.domain());
        ServerCalls calls = new ServerCalls(domain);
        staging = new Staging(
                identity.directory().resolve("stage"), new Download(calls, FETCH_MILLIS), applications, ticker);
        reconciler = new Reconciler(applications, deployer, staging, ticker, Assignment.of(configuration, server));
        routes.addAll(new ApplicationsResource(staging, reconciler, () -> ready(control), this::wake).routes());
        if (centre == null) {
            archives = null;
            retirements = null;
            release = Release.NONE;
        } else {
            ArchiveStore store =
                    new ArchiveStore(domain.path().resolve("config").resolve("archives"), ticker);
            TargetGroundwork groundwork = new TargetGroundwork(store, calls, ticker);
            centre.groundwork(groundwork);
            OperationsUnderWay operations = new OperationsUnderWay(events);
            ServerStandings standings = new ServerStandings(centre, domain, calls, ticker);
            DomainDeployments deployments = new DomainDeployments(centre, store, calls, operations, standings, ticker);
            routes.addAll(new DomainDeploymentsResource(
                            deployments,
                            operations,
                            new DomainApplications(centre, domain, groundwork, calls, operations),
                            new ArchiveIntake(store, operations, mostBytes),
                            (application, targets) -> admission.check(application, targets))
                    .routes());
            routes.addAll(new DomainArchivesResource(store).routes());
            retirements = new Retirements(deployments, operations, standings, ticker);
            archives = store;
            release = new Releases(centre, calls);
        }
    }

    /**
     * The part of a server.
     *
     * @param centre where the configuration is changed; null where this is not the admin server
     * @param mostBytes the largest archive
     */
    public static Targets of(
            ServerIdentity identity,
            DomainConfiguration configuration,
            Deployer deployer,
            AssignedApplications applications,
            ServerControl control,
            @Nullable ChangeCentre centre,
            Events events,
            long mostBytes,
            Ticker ticker) {
        return new Targets(identity, configuration, deployer, applications, control, centre, events, mostBytes, ticker);
    }

    private static boolean ready(ServerControl control) {
        ServerState state = control.state();
        return state == ServerState.ADMIN || state == ServerState.RUNNING;
    }

    /** What brings versions to servers in rolling redeployments. */
    public Release release() {
        return release;
    }

    /** Says who knows whether a rolling redeployment could begin. Called once, before {@link #start}. */
    public void admission(Admission asked) {
        admission = asked;
    }

    /** The routes of the management interface. */
    public List<Route> routes() {
        return List.copyOf(routes);
    }

    /**
     * Brings this server's applications to where they are wanted, and goes on doing so. What cannot be had at once is not waited for:
     * the server serves what it has.
     */
    public void start() throws IOException {
        if (archives != null) {
            archives.tidy();
        }
        look(1);
        ScheduledExecutorService fresh = Threads.scheduler("keelson.applications", Duration.ofMinutes(10));
        fresh.scheduleWithFixedDelay(() -> look(ATTEMPTS), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        scheduler = fresh;
        if (retirements != null) {
            retirements.start();
        }
    }

    /** Ends it; what is under way is waited for a moment. */
    public void stop() throws InterruptedException {
        if (retirements != null) {
            retirements.stop();
        }
        ScheduledExecutorService ending = scheduler;
        scheduler = null;
        if (ending != null) {
            ending.shutdown();
            if (!ending.awaitTermination(END_MILLIS, TimeUnit.MILLISECONDS)) {
                TargetLog.LOG.debugf("an application is still being deployed or stopped");
            }
        }
    }

    private void wake() {
        ScheduledExecutorService running = scheduler;
        if (running != null && !running.isShutdown()) {
            running.execute(() -> look(ATTEMPTS));
        }
    }

    private void look(int attempts) {
        try {
            reconciler.look(attempts);
        } catch (RuntimeException | Error e) { // a scheduler would never call again
            TargetLog.LOG.failed(e);
        }
    }

    /** Takes a configuration that may come to be in force. */
    public void prepare(Configuration next) {
        prepared = next;
    }

    /** What was prepared is in force. */
    public void commit() {
        Configuration now = prepared;
        prepared = null;
        if (now instanceof DomainConfiguration read) {
            Map<String, Assignment> wanted = Assignment.of(read, server);
            if (!wanted.equals(reconciler.wanted())) {
                reconciler.wants(wanted);
                wake();
            }
        }
    }

    /** What was prepared will not be in force. */
    public void rollback() {
        prepared = null;
    }
}
