package io.keelson.deploy.internal;

import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.deploy.internal.archive.ArchiveLimits;
import io.keelson.deploy.internal.archive.Unpacker;
import io.keelson.deploy.internal.index.AnnotationIndexer;
import io.keelson.deploy.internal.index.LibraryIndexCache;
import io.keelson.deploy.internal.store.DeploymentStore;
import io.keelson.deploy.internal.store.DurableFiles;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.internal.undeploy.Departure;
import io.keelson.deploy.internal.undeploy.LoaderWatch;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The deployer of a server with what it is made of. Whoever has it closes it.
 *
 * @param deployer the deployer
 * @param contributors who contributes to applications
 * @param parts the server's parts
 * @param library the domain's lib/
 */
record Assembly(LocalDeployer deployer, ContributorRegistry contributors, Parts parts, DomainLibrary library)
        implements Closeable {
    private static final String HOME = "keelson.home";

    /**
     * Puts a deployer together on the server's directories:
     *
     * <pre>
     * DOMAIN/lib/                 seen by all applications
     * SERVER/deployments/         what is deployed
     * SERVER/cache/index/         indexes of libraries
     * SERVER/tmp/applications/    emptied at each start
     * </pre>
     */
    static Assembly of(
            ServerIdentity server,
            DeploymentSettings settings,
            Ticker ticker,
            WorkManagers workManagers,
            LoaderWatch watch)
            throws IOException {
        ClassLoader own = Assembly.class.getClassLoader();
        Parts parts = new Parts(own, partSource(own));
        DomainLibrary library = new DomainLibrary(server.domain().resolve("lib"), parts.serverView());
        ContributorRegistry contributors = new ContributorRegistry();
        LibraryIndexCache cache = new LibraryIndexCache(
                server.directory().resolve("cache/index"),
                settings.indexCacheMaximumSize().bytes(),
                ticker);
        Departure departure = Departure.complete(ticker, settings.threadsGrace(), workManagers);
        Phases phases = new Phases(contributors, new AnnotationIndexer(cache), library, parts, departure, watch);
        Path temporary = server.directory().resolve("tmp/applications");
        DurableFiles.deleteTree(temporary);
        Workshop workshop = new Workshop(
                store(server, settings), phases, workManagers, parts, ticker, temporary, Step.NONE, new AtomicLong());
        return new Assembly(new LocalDeployer(workshop), contributors, parts, library);
    }

    private static DeploymentStore store(ServerIdentity server, DeploymentSettings settings) throws IOException {
        ArchiveLimits limits = new ArchiveLimits(
                settings.archiveMaximumEntries(),
                settings.archiveMaximumSize().bytes(),
                settings.archiveMaximumRatio());
        DeploymentStore store =
                new DeploymentStore(server.directory().resolve("deployments"), new Unpacker(limits), Step.NONE);
        store.sweep();
        return store;
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
                parts) {
            // Both are closed, whatever the first does.
        }
    }
}
