package io.keelson.deploy.internal;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.internal.archive.ArchiveLimits;
import io.keelson.deploy.internal.archive.Unpacker;
import io.keelson.deploy.internal.index.AnnotationIndexer;
import io.keelson.deploy.internal.index.LibraryIndexCache;
import io.keelson.deploy.internal.store.DeploymentStore;
import io.keelson.deploy.internal.store.DurableFiles;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.internal.undeploy.Departure;
import io.keelson.deploy.spi.Contributors;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import java.io.IOException;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The deployment subsystem: applications are started in {@link #administer}, so that they serve when the doors open, and
 * stopped in {@link #suspend}, when no request comes in any more. See docs/design/deployment.md.
 */
final class DeploySubsystem implements Subsystem {
    private final Services services;
    private final ServerIdentity server;
    private final DeploymentSettings settings;
    private final ContributorRegistry contributors = new ContributorRegistry();
    private @Nullable Parts parts;
    private @Nullable DomainLibrary domainLibrary;
    private @Nullable LocalDeployer deployer;
    private boolean applicationsRun;

    DeploySubsystem(Services services) {
        this.services = services;
        this.server = services.get(ServerIdentity.class);
        this.settings = services.get(Configuration.class).get(DeploymentSettings.class);
    }

    @Override
    public void start() throws IOException {
        prepareJvm();
        ClassLoader own = DeploySubsystem.class.getClassLoader();
        Parts found = new Parts(own, partSource(own));
        DomainLibrary library = new DomainLibrary(server.domain().resolve("lib"), found.serverView());
        parts = found;
        domainLibrary = library;
        LocalDeployer made = new LocalDeployer(workshop(found, library));
        deployer = made;
        services.publish(Deployer.class, made);
        services.publish(Contributors.class, contributors);
        services.publish(Parts.class, found);
    }

    /** What is one for the whole JVM; see docs/design/testkit.md. */
    private static void prepareJvm() {
        // The JDK's cache of jar: URLs would keep the jars of applications open for ever.
        URLConnection.setDefaultUseCaches("jar", false);
        // The first use loads the drivers that it sees; let that not be an application's.
        DriverManager.getDrivers();
    }

    private static PartSource partSource(ClassLoader own) {
        String home = System.getProperty("keelson.home");
        Path directory = home == null ? null : Path.of(home, "parts");
        return directory != null && Files.isDirectory(directory)
                ? PartSource.directory(directory)
                : PartSource.classPath(own);
    }

    private Workshop workshop(Parts found, DomainLibrary library) throws IOException {
        ArchiveLimits limits = new ArchiveLimits(
                settings.archiveMaximumEntries(),
                settings.archiveMaximumSize().bytes(),
                settings.archiveMaximumRatio());
        Path temporary = server.directory().resolve("tmp/applications");
        DurableFiles.deleteTree(temporary);
        DeploymentStore store =
                new DeploymentStore(server.directory().resolve("deployments"), new Unpacker(limits), Step.NONE);
        store.sweep();
        LibraryIndexCache cache = new LibraryIndexCache(
                server.directory().resolve("cache/index"),
                settings.indexCacheMaximumSize().bytes());
        Phases phases =
                new Phases(contributors, new AnnotationIndexer(cache), library, found, new Departure(List.of()));
        return new Workshop(
                store,
                phases,
                services.get(WorkManagers.class),
                found,
                services.get(Ticker.class),
                temporary,
                Step.NONE,
                new AtomicLong());
    }

    private LocalDeployer deployer() {
        return Objects.requireNonNull(deployer, "the deployment subsystem has not been started");
    }

    @Override
    public void administer() throws IOException, DeploymentException {
        startApplications();
    }

    @Override
    public void resume() throws IOException, DeploymentException {
        startApplications();
    }

    private void startApplications() throws IOException, DeploymentException {
        if (!applicationsRun) {
            applicationsRun = true;
            deployer().resumeAll();
        }
    }

    @Override
    public void suspend(Deadline deadline) throws DeploymentException {
        stopApplications();
    }

    @Override
    public void stop(Deadline deadline) throws IOException, DeploymentException {
        stopApplications();
        if (domainLibrary != null) {
            domainLibrary.close();
        }
        if (parts != null) {
            parts.close();
        }
    }

    private void stopApplications() throws DeploymentException {
        applicationsRun = false;
        if (deployer != null) {
            deployer.stopAll();
        }
    }
}
