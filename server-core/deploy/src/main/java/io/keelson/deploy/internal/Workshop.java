package io.keelson.deploy.internal;

import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.base.work.WorkScope;
import io.keelson.deploy.internal.archive.DirectoryArchive;
import io.keelson.deploy.internal.archive.Structure;
import io.keelson.deploy.internal.library.Libraries;
import io.keelson.deploy.internal.store.DeploymentRecord;
import io.keelson.deploy.internal.store.DeploymentRecord.Origin;
import io.keelson.deploy.internal.store.DeploymentStore;
import io.keelson.deploy.internal.store.Step;
import io.keelson.deploy.plan.DeploymentPlan;
import io.keelson.deploy.plan.ModulePlan;
import io.keelson.deploy.spi.ClientApplication;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleLayout;
import io.keelson.deploy.spi.OwnDisk;
import io.keelson.deploy.spi.WholeCluster;
import io.keelson.kernel.loader.Parts;
import io.keelson.kernel.watch.Alarms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Services and settings with which every application is made. Immutable but for its counter, thread-safe.
 *
 * @param store what is deployed, on disk
 * @param phases the phases
 * @param workManagers the server's
 * @param parts the server's
 * @param ticker the clock
 * @param temporary where applications have their temporary directories
 * @param step passes the moments that a test stops at
 * @param counter numbers temporary directories
 * @param libraries the shared libraries
 * @param clients the applications that clients in this JVM have classes of, by name
 * @param alarms the server's; an application of which something does not serve has one
 */
record Workshop(
        DeploymentStore store,
        Phases phases,
        WorkManagers workManagers,
        Parts parts,
        Ticker ticker,
        Path temporary,
        Step step,
        AtomicLong counter,
        Libraries libraries,
        ConcurrentMap<String, ClientApplication> clients,
        Alarms alarms) {
    /**
     * Application that is to be deployed.
     *
     * @param archive a file, or a directory that is used in place
     * @param from where it came from, as operators see it
     * @param contextRoot what the operator asked for
     * @param origin who asks
     * @param version what the domain calls it; null for what is not the domain's
     * @param plan its deployment plan; empty for none
     * @param partOfCluster whether it is not deployed to all of the cluster that this server is a member of
     * @param beside what follows from other versions of it
     */
    record Source(
            Path archive,
            Path from,
            @Nullable String contextRoot,
            Origin origin,
            @Nullable String version,
            String plan,
            boolean partOfCluster,
            Beside beside) {
        Source(Path archive, Path from, @Nullable String contextRoot, Origin origin, String plan) {
            this(archive, from, contextRoot, origin, null, plan, false, Beside.NONE);
        }

        Source beside(Beside others) {
            return new Source(archive, from, contextRoot, origin, version, plan, partOfCluster, others);
        }

        /** Refuses what cannot be on a part of a cluster, once it is prepared. */
        void check(RunningApplication prepared) throws DeploymentException {
            String roots = beside.contextRoots();
            if (roots != null && !roots.equals(prepared.contextRoots())) {
                throw new DeploymentException(
                        "versions of an application side by side are reached at the same context roots: this one"
                                + " would be at " + prepared.contextRoots() + ", the other is at " + roots
                                + "; give --context-root, or undeploy the other first");
            }
            Optional<WholeCluster> whole = wholeCluster(prepared);
            if (roots != null && origin != Origin.DOMAIN && (whole.isPresent() || beside.wholeCluster())) {
                throw new DeploymentException(
                        "versions side by side with replicated sessions are for applications of the domain, as all servers"
                                + " of the cluster need both: deploy with --target");
            }
            if (roots != null && origin == Origin.DOMAIN && (onOwnDisk(prepared) || beside.ownDisk())) {
                throw new DeploymentException(
                        "versions side by side of an application of the domain cannot have sessions in files: a server that is"
                                + " down may have some, so that nobody could say when the last of a version has ended; keep them"
                                + " in memory, replicated, or in a database");
            }
            if (partOfCluster && whole.isPresent()) {
                throw new DeploymentException("the application can be on all servers of a cluster or on none, as "
                        + whole.get().why() + "; make the cluster its target, not single members");
            }
        }
    }

    /**
     * Constraints on a version by the others.
     *
     * @param after the {@link DeploymentRecord#order} of the newest of them; 0 where there are none
     * @param contextRoots where they are reached; null: it may be reached anywhere
     * @param until when those that retire have to end; null: when nobody uses them
     * @param wholeCluster whether one of them has to be on all servers of its cluster
     * @param ownDisk whether one of them keeps what users have on its server's own disk
     */
    record Beside(
            long after,
            @Nullable String contextRoots,
            @Nullable Instant until,
            boolean wholeCluster,
            boolean ownDisk) {
        static final Beside NONE = new Beside(0, null, null, false, false);

        /** The same, but for when those that retire have to end. */
        Beside until(@Nullable Instant other) {
            return new Beside(after, contextRoots, other, wholeCluster, ownDisk);
        }
    }

    /** Returns whether an application keeps what users have on this server's own disk. */
    static boolean onOwnDisk(RunningApplication application) {
        return application.modules().stream()
                .anyMatch(module -> module.attachment(OwnDisk.class).isPresent());
    }

    /** Returns why an application has to be on all servers of its cluster; empty where it need not. */
    static Optional<WholeCluster> wholeCluster(RunningApplication application) {
        return application.modules().stream()
                .flatMap(module -> module.attachment(WholeCluster.class).stream())
                .findFirst();
    }

    Instant now() {
        return Instant.ofEpochMilli(ticker.currentTimeMillis());
    }

    /** Takes the archive into the store; nothing is deployed by that. */
    DeploymentRecord takeIn(String name, Source source) throws DeploymentException {
        return takeIn(name, source, converted -> {});
    }

    /**
     * The same, and tells what was converted.
     *
     * @param converted called with it where something was
     */
    DeploymentRecord takeIn(String name, Source source, Consumer<String> converted) throws DeploymentException {
        Path[] taken = new Path[1];
        Phases.guarded(
                "taking in the archive of application '" + name + "'",
                () -> taken[0] = store.takeIn(name, source.archive(), converted));
        Path content = Objects.requireNonNull(taken[0]);
        Instant now = now();
        return new DeploymentRecord(
                name,
                source.from(),
                content,
                source.contextRoot(),
                now,
                Math.max(now.toEpochMilli(), source.beside().after() + 1),
                source.origin(),
                source.version(),
                source.plan(),
                source.beside().until());
    }

    /** Tools that every application of a server is made with, on its store. */
    static Workshop of(
            DeploymentStore store,
            Phases phases,
            WorkManagers workManagers,
            Parts parts,
            Ticker ticker,
            Path temporary,
            Step step,
            Alarms alarms) {
        Libraries libraries = new Libraries(store::records);
        return new Workshop(
                store,
                phases,
                workManagers,
                parts,
                ticker,
                temporary,
                step,
                new AtomicLong(),
                libraries,
                new ConcurrentHashMap<>(),
                alarms);
    }

    /** An application that has been through no phase but the first: its structure is known. */
    RunningApplication make(DeploymentRecord record, WorkScope workScope) throws DeploymentException {
        if (!Files.isDirectory(record.content())) {
            throw new DeploymentException("the directory " + record.content() + " of the application is gone");
        }
        ModulePlan whole = ModulePlan.of(DeploymentPlan.read(record.plan()));
        Structure.Layout archive = phases.structure()
                .of(record.content(), String.valueOf(record.source().getFileName()), whole);
        if (archive.isLibrary()) {
            libraries.check(record, archive.libraries().get(0));
        }
        ModulePlan plan = whole.checked(
                archive.modules().stream().map(Structure.Module::uri).toList());
        Libraries.Found found = libraries.with(
                record.name(), record.content(), archive, module -> module.isEmpty() ? plan : plan.ofModule(module));
        try {
            RunningApplication made = make(record, workScope, found, plan);
            ClientApplication client = clients.get(record.name());
            if (client != null) {
                made.modules().forEach(module -> module.attach(ClientApplication.class, client));
            }
            return made;
        } catch (DeploymentException | RuntimeException e) {
            found.use().close();
            throw e;
        }
    }

    private RunningApplication make(
            DeploymentRecord record, WorkScope workScope, Libraries.Found found, ModulePlan plan)
            throws DeploymentException {
        Structure.Layout layout = found.layout();
        Path own = temporary.resolve(record.name() + "-" + counter.incrementAndGet());
        try {
            Files.createDirectories(own);
        } catch (IOException e) {
            throw DeploymentException.storage(
                    "the temporary directory " + own + " cannot be made; look at the disk", e);
        }
        ModuleLayout single = layout.module();
        if (single != null) {
            DirectoryArchive archive = new DirectoryArchive(record.content(), single);
            RunningDeployment module = new RunningDeployment(
                    record.name(),
                    record.name(),
                    record.contextRoot(),
                    null,
                    archive,
                    workScope,
                    own,
                    parts,
                    new HashMap<>(),
                    plan);
            return new RunningApplication(
                    record.name(), null, List.of(module), List.of(), List.of(), List.of(), own, plan, found.use());
        }
        if (layout.isLibrary()) {
            return new RunningApplication(
                    record.name(), null, List.of(), List.of(), List.of(), List.of(), own, plan, found.use());
        }
        return new RunningApplication(
                record.name(),
                record.content(),
                modules(record, layout, workScope, own, plan),
                layout.libraries(),
                layout.sharedClasses(),
                layout.clients(),
                own,
                plan,
                found.use());
    }

    private List<RunningDeployment> modules(
            DeploymentRecord record, Structure.Layout layout, WorkScope workScope, Path own, ModulePlan plan)
            throws DeploymentException {
        String asked = record.contextRoot();
        long web = layout.modules().stream()
                .filter(module -> module.contextRoot() != null)
                .count();
        if (asked != null && web > 1) {
            throw new DeploymentException("the application has " + web
                    + " web modules and cannot be reached at one context root; leave it to its application.xml");
        }
        List<RunningDeployment> modules = new ArrayList<>();
        Map<Class<?>, Object> shared = new HashMap<>();
        for (Structure.Module module : layout.modules()) {
            Path temporaryOfModule = own.resolve(Integer.toString(modules.size()));
            try {
                Files.createDirectories(temporaryOfModule);
            } catch (IOException e) {
                throw DeploymentException.storage(
                        "the temporary directory " + temporaryOfModule + " cannot be made; look at the disk", e);
            }
            modules.add(new RunningDeployment(
                    record.name() + "#" + module.name(),
                    record.name(),
                    asked != null && module.contextRoot() != null ? asked : module.contextRoot(),
                    record.content(),
                    new DirectoryArchive(module.root(), module.layout(), layout.libraries(), module.replaced()),
                    workScope,
                    temporaryOfModule,
                    parts,
                    shared,
                    plan.ofModule(module.uri())));
        }
        return modules;
    }
}
