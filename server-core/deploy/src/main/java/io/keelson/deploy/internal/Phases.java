package io.keelson.deploy.internal;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.deploy.internal.archive.Structure;
import io.keelson.deploy.internal.index.AnnotationIndexer;
import io.keelson.deploy.internal.store.DurableFiles;
import io.keelson.deploy.internal.undeploy.Departure;
import io.keelson.deploy.internal.undeploy.LoaderWatch;
import io.keelson.deploy.spi.ClientApplication;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.ModuleLayout;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.Part;
import io.keelson.kernel.loader.Parts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * Takes a deployment through its phases, and back. Knows no kind of application: what there is to do in a phase the
 * contributors know. Thread-safe; holds no state of an application.
 */
final class Phases {
    private final ContributorRegistry contributors;
    private final PartContributors ofParts;
    private final AnnotationIndexer indexer;
    private final DomainLibrary domainLibrary;
    private final Parts parts;
    private final Departure departure;
    private final LoaderWatch watch;

    Phases(
            ContributorRegistry contributors,
            PartContributors ofParts,
            AnnotationIndexer indexer,
            DomainLibrary domainLibrary,
            Parts parts,
            Departure departure,
            LoaderWatch watch) {
        this.contributors = contributors;
        this.ofParts = ofParts;
        this.indexer = indexer;
        this.domainLibrary = domainLibrary;
        this.parts = parts;
        this.departure = departure;
        this.watch = watch;
    }

    /** The rules by which archives are recognised now. */
    Structure structure() {
        return contributors.structure();
    }

    /** Descriptors, index, inspection. No class of the application is loaded. Whoever calls undoes it, also when this throws. */
    void inspect(RunningApplication application) throws DeploymentException {
        if (application.modules().isEmpty()) {
            return; // a library
        }
        guarded(
                "reading the libraries of " + application.name(),
                () -> application.sharedIndex(indexer.shared(
                        application.name(), application.modules().get(0).files().sharedLibraries())));
        for (RunningDeployment module : application.modules()) {
            inspect(module, application.sharedIndex());
        }
        for (Map.Entry<RunningDeployment, List<Contributor>> late :
                ofParts.complete(application).entrySet()) {
            describe(late.getKey(), late.getValue());
            for (Contributor contributor : late.getValue()) {
                guarded("the inspection by '" + contributor.name() + "'", () -> contributor.inspect(late.getKey()));
            }
        }
    }

    /** Descriptors, index, inspection, class loaders, preparation. Whoever calls undoes it when this throws. */
    void prepare(RunningApplication application) throws DeploymentException {
        if (application.modules().isEmpty()) {
            application.plan().verify();
            return; // a library: it runs in those who use it
        }
        inspect(application);
        guarded("making the class loader", () -> makeLoaders(application));
        for (RunningDeployment module : application.modules()) {
            for (Contributor contributor : contributors.of(module)) {
                inContext("the preparation by '" + contributor.name() + "'", module, () -> contributor.prepare(module));
            }
        }
        for (Contributor contributor : contributors.of(application)) {
            guarded("the preparation by '" + contributor.name() + "'", () -> contributor.prepared(application));
        }
        application.plan().verify();
    }

    /** The jars of the domain, with what the server shows to every application. */
    DomainLibrary library() {
        return domainLibrary;
    }

    private void inspect(RunningDeployment deployment, IndexView shared) throws DeploymentException {
        guarded("reading the descriptors of " + deployment.name(), () -> JbossStructure.read(deployment));
        describe(deployment, contributors.inOrder(deployment));
        guarded(
                "reading the classes of " + deployment.name(),
                () -> deployment.indexed(indexer.index(deployment.name(), deployment.files())));
        describe(deployment, ofParts.give(deployment, shared));
        ModuleKind kind = deployment.kind();
        if (!kind.equals(ModuleKind.WEB) && !contributors.hasContainer(deployment)) {
            LOG.noContainer(deployment.name(), kind.title(), kind.container());
        }
        for (Contributor contributor : contributors.of(deployment)) {
            guarded("the inspection by '" + contributor.name() + "'", () -> contributor.inspect(deployment));
        }
    }

    private static void describe(RunningDeployment deployment, List<Contributor> readers) throws DeploymentException {
        for (Contributor contributor : readers) {
            guarded("reading the descriptors of " + deployment.name(), () -> contributor.descriptors(deployment));
        }
    }

    /** Makes the class loaders. The loader that modules share sees the parts that any of them uses: its classes may need them. */
    private void makeLoaders(RunningApplication application) throws DeploymentException {
        try {
            if (!application.sharedLibraries().isEmpty()
                    || !application.sharedClasses().isEmpty()) {
                Set<String> used = new LinkedHashSet<>();
                application.modules().forEach(module -> used.addAll(module.usedParts()));
                ApplicationClassLoader shared = loader(
                        application.modules().get(0),
                        null,
                        application.name(),
                        used,
                        application.sharedClasses(),
                        application.sharedLibraries());
                application.sharedLoader(shared);
                departure.beginning(shared);
            }
            for (RunningDeployment module : application.modules()) {
                ModuleLayout layout = module.files().layout();
                // Of an enterprise application all modules see the classes of those that are no web modules.
                boolean own = !application.isEnterprise() || layout.kind().equals(ModuleKind.WEB);
                module.loader(
                        loader(
                                module,
                                application.sharedLoader(),
                                module.name(),
                                module.usedParts(),
                                own ? layout.classes() : List.of(),
                                own ? layout.libraries() : List.of()),
                        application.sharedLoader());
                departure.beginning(Objects.requireNonNull(module.applicationLoader()));
            }
        } catch (IOException | UncheckedIOException e) {
            throw new DeploymentException(String.valueOf(e.getMessage()), e);
        }
    }

    private ApplicationClassLoader loader(
            RunningDeployment module,
            @Nullable ApplicationClassLoader enclosing,
            String name,
            Set<String> used,
            List<Path> directories,
            List<Path> jars)
            throws IOException {
        ClientApplication client = module.attachment(ClientApplication.class).orElse(null);
        return client == null
                ? ApplicationClassLoader.within(enclosing, name, domainLibrary, parts(used), directories, jars)
                : ApplicationClassLoader.ofClient(
                        client.loader(), enclosing, name, domainLibrary, parts(used), directories, jars);
    }

    private List<Part> parts(Set<String> names) {
        List<Part> used = new ArrayList<>();
        names.forEach(name -> used.add(parts.part(name)));
        return used;
    }

    /** Starts it. Whoever calls undoes it when this throws. */
    void start(RunningApplication application) throws DeploymentException {
        startModules(application);
        open(application);
    }

    /** Starts its modules, which serve then, unless another version does. Whoever calls undoes it when this throws. */
    void startModules(RunningApplication application) throws DeploymentException {
        for (RunningDeployment module : application.modules()) {
            start(module);
        }
    }

    /** Starts what works for it as a whole. Whoever calls undoes it when this throws. */
    void open(RunningApplication application) throws DeploymentException {
        if (application.modules().isEmpty()) {
            return;
        }
        for (Contributor contributor : contributors.of(application)) {
            application.opened().push(contributor);
            guarded("the start by '" + contributor.name() + "'", () -> contributor.started(application));
        }
    }

    private void start(RunningDeployment deployment) throws DeploymentException {
        for (Contributor contributor : contributors.of(deployment)) {
            deployment.started().push(contributor);
            inContext("the start by '" + contributor.name() + "'", deployment, () -> contributor.start(deployment));
        }
    }

    /** Gives it the new clients. Does not throw. */
    void activate(RunningApplication application) {
        for (RunningDeployment module : application.modules()) {
            for (Contributor contributor : contributors.of(module)) {
                quietly(module, "contributor '" + contributor.name() + "'", () -> contributor.activate(module));
            }
        }
    }

    /** Returns how many sessions and requests use it. */
    long users(RunningApplication application) {
        long users = 0;
        for (RunningDeployment module : application.modules()) {
            for (Contributor contributor : contributors.of(module)) {
                users += contributor.users(module);
            }
        }
        return users;
    }

    /** Takes everything back, in reverse, however far the deployment came. Does not throw. */
    void undo(RunningApplication application) {
        close(application);
        List<RunningDeployment> modules = application.modules();
        for (int i = modules.size() - 1; i >= 0; i--) {
            undo(modules.get(i));
        }
        ApplicationClassLoader shared = application.sharedLoader();
        if (shared != null) {
            quietly(application, "the clean-up of the JVM", () -> departure.of(shared));
            quietly(application, "closing the class loader", shared::close);
            watch.watch(shared, application.canary());
            application.sharedLoader(null);
        }
        quietly(
                application,
                "the end of its use of libraries",
                () -> application.libraries().close());
        quietly(
                application,
                "deleting the temporary directory",
                () -> DurableFiles.deleteTree(application.temporaryDirectory()));
    }

    /** Ends what works for it as a whole; its modules serve on. Does not throw. */
    void close(RunningApplication application) {
        for (Contributor c = application.opened().poll();
                c != null;
                c = application.opened().poll()) {
            Contributor contributor = c;
            quietly(application, "contributor '" + contributor.name() + "'", () -> contributor.ending(application));
        }
    }

    private void undo(RunningDeployment deployment) {
        for (Contributor c = deployment.started().poll();
                c != null;
                c = deployment.started().poll()) {
            Contributor contributor = c;
            quietly(
                    deployment,
                    "contributor '" + contributor.name() + "'",
                    () -> inContext("its stop", deployment, () -> contributor.stop(deployment)));
        }
        for (Runnable r = deployment.nextUndo(); r != null; r = deployment.nextUndo()) {
            Runnable action = r;
            quietly(deployment, "an action of a contributor", action::run);
        }
        ApplicationClassLoader loader = deployment.applicationLoader();
        if (loader != null) {
            quietly(deployment, "the clean-up of the JVM", () -> departure.of(loader));
            quietly(deployment, "closing the class loader", loader::close);
            watch.watch(loader, deployment.canary());
        }
        quietly(deployment, "closing the libraries", deployment.files()::close);
        deployment.forgetAttachments();
        quietly(
                deployment,
                "deleting the temporary directory",
                () -> DurableFiles.deleteTree(deployment.temporaryDirectory()));
    }

    private static void quietly(RunningDeployment deployment, String what, Action action) {
        quietly(deployment.name(), what, action);
    }

    private static void quietly(RunningApplication application, String what, Action action) {
        quietly(application.name(), what, action);
    }

    private static void quietly(String name, String what, Action action) {
        try {
            action.run();
        } catch (Throwable e) { // whatever one part throws, the others are undone
            LOG.undoFailed(name, what, String.valueOf(e));
            LOG.debugf(e, "Undoing %s", name);
        }
    }

    private static void inContext(String what, RunningDeployment deployment, Action action) throws DeploymentException {
        ClassLoader own = deployment.classLoader();
        guarded(
                what,
                () -> new InvocationContext(deployment.name(), own, 0).call(() -> {
                    action.run();
                    return true;
                }));
    }

    /** Runs what may throw anything, and turns that into an exception that says what was being done. */
    static void guarded(String what, Action action) throws DeploymentException {
        try {
            action.run();
        } catch (Throwable e) { // an application's code may throw anything; it fails, the server does not
            throw Failures.explain(what, e);
        }
    }

    /** Something that may fail. */
    interface Action {
        /** Runs it. */
        void run() throws Exception;
    }
}
