package io.keelson.deploy.internal;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.internal.archive.ArchiveLimits;
import io.keelson.deploy.internal.archive.Unpacker;
import io.keelson.deploy.internal.conversion.ConvertedLibraries;
import io.keelson.deploy.internal.conversion.JavaxMigration;
import io.keelson.deploy.internal.conversion.JavaxSettings;
import io.keelson.deploy.internal.index.AnnotationIndexer;
import io.keelson.deploy.internal.index.LibraryIndexCache;
import io.keelson.deploy.internal.store.DeploymentStore;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.internal.undeploy.Departure;
import io.keelson.deploy.internal.undeploy.LoaderWatch;
import io.keelson.deploy.spi.NamespaceMigration;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.watch.Alarms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The deployer with everything that it needs, in a directory of a test. */
final class Server {
    final ContributorRegistry contributors = new ContributorRegistry();
    final FakeWorkManagers workManagers = new FakeWorkManagers();
    final AtomicInteger reports = new AtomicInteger();
    final LoaderWatch watch =
            new LoaderWatch(Ticker.system(), Duration.ZERO, (application, seconds) -> reports.incrementAndGet());
    final NamespaceMigration migrations = new RenamedPackages();
    JavaxSettings javax = JavaxSettings.AUTO;
    final Map<Class<?>, Object> published = new HashMap<>();
    final ServiceLookup services = new ServiceLookup() {
        @Override
        public <T> Optional<T> find(Class<T> type) {
            return Optional.ofNullable(type.cast(published.get(type)));
        }
    };
    final Alarms alarms = new Alarms();
    final LocalDeployer deployer;
    final DeploymentStore store;

    Server(Path directory, Step step) throws Exception {
        this(directory, step, Server.class.getClassLoader());
    }

    Server(Path directory, Step step, ClassLoader own) throws Exception {
        this(directory, step, own, false);
    }

    Server(Path directory, Step step, ClassLoader own, boolean describesResources) throws Exception {
        Parts parts = new Parts(own, PartSource.classPath(own));
        DomainLibrary library = new DomainLibrary(directory.resolve("lib"), parts.serverView());
        Unpacker unpacker = new Unpacker(new ArchiveLimits(10_000, 1L << 30, 100));
        store = new DeploymentStore(
                directory.resolve("deployments"),
                unpacker,
                new ApplicationIntake(unpacker, migration(directory)),
                step);
        LibraryIndexCache cache = new LibraryIndexCache(directory.resolve("cache"), 64L << 20, Ticker.system());
        Phases phases = new Phases(
                contributors,
                new PartContributors(parts, services, describesResources),
                new AnnotationIndexer(cache),
                library,
                parts,
                Departure.complete(Ticker.system(), Duration.ofSeconds(1), workManagers),
                watch);
        deployer = new LocalDeployer(Workshop.of(
                store, phases, workManagers, parts, Ticker.system(), directory.resolve("tmp"), step, alarms));
    }

    private JavaxMigration migration(Path directory) {
        return new JavaxMigration(
                () -> migrations,
                new ConvertedLibraries(directory.resolve("cache/javax"), 64L << 20, Ticker.system()),
                name -> javax,
                1L << 30,
                Ticker.system());
    }

    /** As at the start of a server. */
    Server started() throws Exception {
        store.sweep();
        deployer.resumeAll();
        return this;
    }
}
