package io.keelson.deploy.internal;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.internal.conversion.JavaxSettings;
import io.keelson.deploy.internal.undeploy.LoaderWatch;
import io.keelson.deploy.spi.Contributors;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.deploy.targets.AssignedApplications;
import io.keelson.deploy.targets.Assignment;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.Parts;
import java.io.IOException;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The deployment subsystem: applications are started in {@link #administer}, so that they serve when the doors open, and
 * stopped in {@link #suspend}, when no request comes in any more. See docs/design/deployment.md.
 */
final class DeploySubsystem implements Subsystem {
    /** Interval at which versions that retire are looked at. */
    private static final Duration RETIREMENT_LOOK = Duration.ofSeconds(1);

    private final Services services;
    private final ServerIdentity server;
    private final DeploymentSettings settings;
    private final Ticker ticker;
    private @Nullable Assembly assembly;
    private @Nullable ScheduledExecutorService scheduler;
    private boolean applicationsRun;

    DeploySubsystem(Services services) {
        this.services = services;
        this.server = services.get(ServerIdentity.class);
        this.settings = services.get(Configuration.class).get(DeploymentSettings.class);
        this.ticker = services.get(Ticker.class);
    }

    @Override
    public void start() throws IOException {
        prepareJvm();
        LoaderWatch watch = new LoaderWatch(ticker, settings.leakReportAfter(), LOG::loaderHeld);
        Assembly made = Assembly.of(
                server,
                settings,
                ticker,
                services.get(WorkManagers.class),
                watch,
                this::javax,
                services.get(ServiceLookup.class));
        assembly = made;
        scheduler = Threads.scheduler("keelson.deploy: watch", Duration.ofMinutes(10));
        every(settings.leakReportAfter(), watch::look);
        every(RETIREMENT_LOOK, made.deployer()::retireIdle);
        services.publish(Deployer.class, made.deployer());
        services.publish(AssignedApplications.class, made.deployer());
        services.publish(Contributors.class, made.contributors());
        services.publish(Parts.class, made.parts());
        services.publish(DomainLibrary.class, made.library());
    }

    /** Returns what the domain says of an application now. */
    private JavaxSettings javax(String application) {
        return services.get(Configuration.class)
                .all(JavaxSettings.class)
                .getOrDefault(VersionedName.plain(application), JavaxSettings.AUTO);
    }

    /** Prepares state that exists once in the JVM; see docs/design/testkit.md. */
    private static void prepareJvm() {
        // The JDK's cache of jar: URLs would keep the jars of applications open for ever.
        URLConnection.setDefaultUseCaches("jar", false);
        // The first use loads the drivers that it sees; let that not be an application's.
        DriverManager.getDrivers();
        // The first time-out of a future starts a thread that runs for ever, with the class loader of whoever asked for
        // it.
        new CompletableFuture<Void>().completeOnTimeout(null, 0, TimeUnit.NANOSECONDS);
    }

    private void every(Duration interval, Runnable task) {
        long nanos = interval.toNanos();
        Objects.requireNonNull(scheduler).scheduleWithFixedDelay(task, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    private Assembly assembly() {
        return Objects.requireNonNull(assembly, "the deployment subsystem has not been started");
    }

    @Override
    public void administer() throws IOException {
        startApplications();
        if (!server.productionMode()) {
            watchAutodeploy();
        }
    }

    private void watchAutodeploy() throws IOException {
        Path directory = Files.createDirectories(server.domain().resolve("autodeploy"));
        Autodeploy autodeploy = new Autodeploy(directory, assembly().deployer(), ticker, settings.autodeployInterval());
        autodeploy.begin();
        every(settings.autodeployInterval(), autodeploy::look);
    }

    @Override
    public void resume() throws IOException {
        startApplications();
    }

    private void startApplications() throws IOException {
        if (!applicationsRun) {
            applicationsRun = true;
            Configuration now = services.get(Configuration.class);
            assembly()
                    .deployer()
                    .resumeAll(now instanceof DomainConfiguration read ? Assignment.of(read, server.name()) : Map.of());
        }
    }

    @Override
    public void suspend(Deadline deadline) {
        stopApplications(deadline);
    }

    @Override
    public void stop(Deadline deadline) throws IOException {
        if (scheduler != null) {
            scheduler.shutdownNow();
        }
        stopApplications(deadline);
        if (assembly != null) {
            assembly.close();
        }
    }

    private void stopApplications(Deadline deadline) {
        applicationsRun = false;
        if (assembly != null) {
            assembly.deployer().stopAll(deadline);
        }
    }
}
