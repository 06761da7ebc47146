package io.keelson.deploy.internal;

import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.deploy.internal.archive.ArchiveLimits;
import io.keelson.deploy.internal.archive.Unpacker;
import io.keelson.deploy.internal.conversion.ConvertedLibraries;
import io.keelson.deploy.internal.conversion.JavaxMigration;
import io.keelson.deploy.internal.conversion.JavaxSettings;
import io.keelson.deploy.internal.index.AnnotationIndexer;
import io.keelson.deploy.internal.index.LibraryIndexCache;
import io.keelson.deploy.internal.store.DeploymentStore;
import io.keelson.deploy.internal.store.DurableFiles;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.internal.undeploy.Departure;
import io.keelson.deploy.internal.undeploy.LoaderWatch;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.NamespaceMigration;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.watch.Alarms;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * The deployer of a server with what it is made of. Whoever has it closes it.
 *
 * @param deployer the deployer
 * @param contributors who contributes to applications
 * @param ofParts contributors that parts of the server bring
 * @param parts the server's parts
 * @param library the domain's lib/
 */
record Assembly(
        LocalDeployer deployer,
        ContributorRegistry contributors,
        PartContributors ofParts,
        Parts parts,
        DomainLibrary library)
        implements Closeable {
    private static final String HOME = "keelson.home";

    /**
     * Puts a deployer together on the server's directories:
     *
     * <pre>
     * DOMAIN/lib/                 seen by all applications
     * SERVER/deployments/         what is deployed
     * SERVER/cache/index/         indexes of libraries
     * DOMAIN/cache/javax/         libraries converted to Jakarta EE
     * SERVER/tmp/applications/    emptied at each start
     * </pre>
     */
    static Assembly of(
            ServerIdentity server,
            DeploymentSettings settings,
            Ticker ticker,
            WorkManagers workManagers,
            LoaderWatch watch,
            Function<String, JavaxSettings> javax,
            ServiceLookup services)
            throws IOException {
        ClassLoader own = Assembly.class.getClassLoader();
        Parts parts = new Parts(own, partSource(own));
        DomainLibrary library = new DomainLibrary(server.domain().resolve("lib"), parts.serverView());
        ContributorRegistry contributors = new ContributorRegistry();
        PartContributors ofParts = new PartContributors(parts, services, settings.describeResources());
        LibraryIndexCache cache = new LibraryIndexCache(
                server.directory().resolve("cache/index"),
                settings.indexCacheMaximumSize().bytes(),
                ticker);
        Departure departure = Departure.complete(ticker, settings.threadsGrace(), workManagers);
        Phases phases =
                new Phases(contributors, ofParts, new AnnotationIndexer(cache), library, parts, departure, watch);
        Path temporary = server.directory().resolve("tmp/applications");
        DurableFiles.deleteTree(temporary);
        Workshop workshop = Workshop.of(
                store(server, settings, parts, ticker, javax),
                phases,
                workManagers,
                parts,
                ticker,
                temporary,
                Step.NONE,
                services.find(Alarms.class).orElseGet(Alarms::new));
        return new Assembly(new LocalDeployer(workshop), contributors, ofParts, parts, library);
    }

    private static DeploymentStore store(
            ServerIdentity server,
            DeploymentSettings settings,
            Parts parts,
            Ticker ticker,
            Function<String, JavaxSettings> javax)
            throws IOException {
        ArchiveLimits limits = new ArchiveLimits(
                settings.archiveMaximumEntries(),
                settings.archiveMaximumSize().bytes(),
                settings.archiveMaximumRatio());
        ConvertedLibraries converted = new ConvertedLibraries(
                server.domain().resolve("cache/javax"),
                settings.javaxCacheMaximumSize().bytes(),
                ticker);
        JavaxMigration migration = new JavaxMigration(
                () -> tool(parts),
                converted,
                javax,
                settings.archiveMaximumSize().bytes(),
                ticker);
        Unpacker unpacker = new Unpacker(limits);
        DeploymentStore store = new DeploymentStore(
                server.directory().resolve("deployments"),
                unpacker,
                new ApplicationIntake(unpacker, migration),
                Step.NONE);
        store.sweep();
        return store;
    }

    /** Returns what converts applications made for Java EE; its part is opened by the first of them. */
    private static NamespaceMigration tool(Parts parts) throws DeploymentException {
        if (!parts.names().contains("conversion")) {
            throw new DeploymentException(
                    "the application was made for Java EE, and this server has no part 'conversion' to"
                            + " convert it with; install the distribution again");
        }
        return ServiceLoader.load(NamespaceMigration.class, parts.loader("conversion"))
                .findFirst()
                .orElseThrow(
                        () -> new DeploymentException("the part 'conversion' of this server is not whole: it has no "
                                + NamespaceMigration.class.getName() + "; install the distribution again"));
    }

    /** A distribution has its parts in directories; a test has them on its class path. */
    private static PartSource partSource(ClassLoader own) {
        String home = System.getProperty(HOME);
        Path directory = home == null ? null : Path.of(home, "parts");
        return directory != null && Files.isDirectory(directory)
                ? PartSource.directory(directory)
                : PartSource.classPath(own);
    }

    @Override
    public void close() throws IOException {
        try (library;
                parts;
                ofParts) {
            // All are closed, the last first, whatever the others do.
        }
    }
}
