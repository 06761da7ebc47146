package io.keelson.deploy.internal;

import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkScope;
import io.keelson.deploy.internal.archive.DirectoryArchive;
import io.keelson.deploy.internal.index.ApplicationIndex;
import io.keelson.deploy.internal.undeploy.Canary;
import io.keelson.deploy.plan.ModulePlan;
import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.loader.Parts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * One version of one application. The deploying thread owns it until it is started; the fields that are set in a phase are
 * volatile, so that its getters are safe everywhere after that.
 */
final class RunningDeployment implements Deployment {
    private final String name;
    private final String application;
    private final @Nullable String askedContextRoot;
    private final @Nullable Path enterprise;
    private final DirectoryArchive archive;
    private final WorkScope workScope;
    private final Path temporaryDirectory;
    private final Parts parts;
    private final Set<String> used = new LinkedHashSet<>();
    private final Set<String> excluded = new LinkedHashSet<>();
    private final Map<Class<?>, Object> attachments = new ConcurrentHashMap<>();
    private final Map<Class<?>, Object> shared;
    private final ModulePlan plan;
    private final List<Contributor> contributors = new CopyOnWriteArrayList<>();
    private final Deque<Contributor> started = new ArrayDeque<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final List<String> outOfService = new CopyOnWriteArrayList<>();
    private volatile @Nullable ApplicationIndex index;
    private volatile @Nullable ApplicationClassLoader loader;
    private volatile @Nullable ClassLoader sharedLoader;
    private final Canary canary = new Canary();

    /**
     * A deployment that has been through no phase.
     *
     * @param enterprise the directory of the enterprise application that it is a module of; null: of none
     */
    RunningDeployment(
            String name,
            String application,
            @Nullable String askedContextRoot,
            @Nullable Path enterprise,
            DirectoryArchive archive,
            WorkScope workScope,
            Path temporaryDirectory,
            Parts parts,
            Map<Class<?>, Object> shared,
            ModulePlan plan) {
        this.name = name;
        this.application = application;
        this.askedContextRoot = askedContextRoot;
        this.enterprise = enterprise;
        this.archive = archive;
        this.workScope = workScope;
        this.temporaryDirectory = temporaryDirectory;
        this.parts = parts;
        this.shared = shared;
        this.plan = plan;
    }

    @Override
    public void outOfService(String what) {
        outOfService.add(what);
    }

    /** Returns what does not serve, though the application does. */
    List<String> outOfService() {
        return List.copyOf(outOfService);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String application() {
        return application;
    }

    @Override
    public Optional<Path> enterpriseFile(String path) {
        return Optional.ofNullable(enterprise)
                .map(directory -> directory.resolve(path))
                .filter(Files::isRegularFile);
    }

    @Override
    public List<Path> enterpriseFiles(String directory) {
        Path found = enterprise == null ? null : enterprise.resolve(directory);
        if (found == null || !Files.isDirectory(found)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(found)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<ClassLoader> sharedClassLoader() {
        return Optional.ofNullable(sharedLoader);
    }

    @Override
    public ModulePlan plan() {
        return plan;
    }

    @Override
    public Optional<String> contextRoot() {
        return Optional.ofNullable(askedContextRoot);
    }

    @Override
    public ModuleKind kind() {
        return archive.layout().kind();
    }

    @Override
    public Archive archive() {
        return archive;
    }

    DirectoryArchive files() {
        return archive;
    }

    @Override
    public IndexView index() {
        return made().whole();
    }

    @Override
    public IndexView indexOfClasses() {
        return made().classes();
    }

    @Override
    public IndexView index(Archive.Library library) {
        return made().of(library);
    }

    private ApplicationIndex made() {
        ApplicationIndex made = index;
        if (made == null) {
            throw new IllegalStateException(
                    "the index of application '" + name + "' is made after its descriptors are read");
        }
        return made;
    }

    void indexed(ApplicationIndex made) {
        index = made;
    }

    @Override
    public boolean use(String part) throws DeploymentException {
        if (loader != null) {
            throw new IllegalStateException("part '" + part + "' is asked for after the class loader of application '"
                    + name + "' was made; ask for it in inspect");
        }
        var descriptor = parts.descriptor(part)
                .orElseThrow(() -> new DeploymentException("the application needs the part '" + part
                        + "', which this server does not have; it has " + parts.names()));
        if (excluded.contains(part)) {
            return false;
        }
        try {
            for (String own : descriptor.suppressedBy()) {
                if (archive.hasClass(own)) {
                    return false;
                }
            }
        } catch (IOException e) {
            throw new DeploymentException("the libraries of the application cannot be read: " + e.getMessage(), e);
        }
        used.add(part);
        return true;
    }

    /** Keeps a part away from the module, whoever asks for it later. Before its index is made. */
    void exclude(String part) {
        excluded.add(part);
    }

    boolean excludes(String part) {
        return excluded.contains(part);
    }

    Set<String> usedParts() {
        return used;
    }

    @Override
    public ClassLoader classLoader() {
        ClassLoader made = loader;
        if (made == null) {
            throw new IllegalStateException("the class loader of application '" + name + "' is made after inspect");
        }
        return made;
    }

    @Nullable
    ApplicationClassLoader applicationLoader() {
        return loader;
    }

    /** A loader as old as the application's own; nothing but this deployment holds it. */
    Canary canary() {
        return canary;
    }

    /** Its loader, within that of the libraries that the modules share (null: none). */
    void loader(ApplicationClassLoader made, @Nullable ClassLoader within) {
        sharedLoader = within;
        loader = made;
    }

    @Override
    public WorkManager workManager() {
        return workScope.standard();
    }

    @Override
    public WorkScope workScope() {
        return workScope;
    }

    @Override
    public Path temporaryDirectory() {
        return temporaryDirectory;
    }

    @Override
    public synchronized void onUndeploy(Runnable action) {
        undo.push(action);
    }

    synchronized @Nullable Runnable nextUndo() {
        return undo.poll();
    }

    /** A contributor of a part works for it, too. */
    void contributed(Contributor contributor) {
        contributors.add(contributor);
    }

    /** The contributors of the parts that it needs, in no particular order. */
    List<Contributor> contributors() {
        return contributors;
    }

    /** The contributors whose {@code start} was called; the last one first. Only the deploying thread uses it. */
    Deque<Contributor> started() {
        return started;
    }

    @Override
    public <T> void attach(Class<T> type, T attachment) {
        attachments.put(type, attachment);
    }

    @Override
    public <T> Optional<T> attachment(Class<T> type) {
        return Optional.ofNullable(type.cast(attachments.get(type)));
    }

    @Override
    public <T, E extends Exception> T shared(Class<T> type, Making<T, E> making) throws E {
        Object there = shared.get(type);
        if (there != null) {
            return type.cast(there);
        }
        T made = making.make(); // one thread at a time deploys an application
        shared.put(type, made);
        return made;
    }

    void forgetAttachments() {
        attachments.clear();
        sharedLoader = null;
        shared.clear();
    }

    @Override
    public String toString() {
        return "deployment " + name;
    }
}
