package io.keelson.deploy.internal;

import io.keelson.deploy.internal.undeploy.Canary;
import io.keelson.deploy.plan.ModulePlan;
import io.keelson.deploy.spi.ContextRoot;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.WholeApplication;
import io.keelson.kernel.loader.ApplicationClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.jandex.IndexView;
import org.jspecify.annotations.Nullable;

/**
 * One version of one application with all its modules: a WAR is one, an EAR has one for each of its WARs, and libraries that
 * they share. The deploying thread owns it.
 */
final class RunningApplication implements WholeApplication {
    private final String name;
    private final @Nullable Path root;
    private final List<RunningDeployment> modules;
    private final List<Path> sharedLibraries;
    private final List<Path> sharedClasses;
    private final List<String> clients;
    private final Path temporaryDirectory;
    private final ModulePlan plan;
    private final AutoCloseable libraries;
    private final Canary canary = new Canary();
    private final Deque<Contributor> opened = new ArrayDeque<>();
    private @Nullable ApplicationClassLoader sharedLoader;
    private @Nullable IndexView sharedIndex;

    /**
     * A version that has been through no phase.
     *
     * @param root the directory of an enterprise application; null: it is none
     * @param modules none of a library, and of an enterprise application of nothing but clients
     * @param clients the names of its application clients
     * @param libraries its use of shared libraries, which ends with it
     */
    RunningApplication(
            String name,
            @Nullable Path root,
            List<RunningDeployment> modules,
            List<Path> sharedLibraries,
            List<Path> sharedClasses,
            List<String> clients,
            Path temporaryDirectory,
            ModulePlan plan,
            AutoCloseable libraries) {
        this.name = name;
        this.root = root;
        this.modules = List.copyOf(modules);
        this.sharedLibraries = List.copyOf(sharedLibraries);
        this.sharedClasses = List.copyOf(sharedClasses);
        this.clients = List.copyOf(clients);
        this.temporaryDirectory = temporaryDirectory;
        this.plan = plan;
        this.libraries = libraries;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ModulePlan plan() {
        return plan;
    }

    @Override
    public List<RunningDeployment> modules() {
        return modules;
    }

    @Override
    public Optional<Path> file(String path) {
        return Optional.ofNullable(root)
                .map(directory -> directory.resolve(path))
                .filter(Files::isRegularFile);
    }

    @Override
    public IndexView sharedIndex() {
        return Objects.requireNonNull(sharedIndex, "the shared libraries are not indexed yet");
    }

    void sharedIndex(IndexView index) {
        sharedIndex = index;
    }

    @Override
    public Optional<ClassLoader> sharedClassLoader() {
        return Optional.ofNullable(sharedLoader);
    }

    /** Its use of shared libraries. */
    AutoCloseable libraries() {
        return libraries;
    }

    /** The contributors whose {@code started} was called; the last one first. */
    Deque<Contributor> opened() {
        return opened;
    }

    /** The jars that all modules see. */
    List<Path> sharedLibraries() {
        return sharedLibraries;
    }

    /** The directories with classes that all modules see: those of its modules that are no web modules. */
    List<Path> sharedClasses() {
        return sharedClasses;
    }

    /** The names of its application clients, which do not run here. */
    List<String> clients() {
        return clients;
    }

    /** Returns what does not serve, though the application does, of all modules. */
    List<String> outOfService() {
        return modules.stream()
                .flatMap(module -> module.outOfService().stream())
                .toList();
    }

    /** Returns true if it is an enterprise application. */
    boolean isEnterprise() {
        return root != null;
    }

    /** The loader of the jars that all modules see; null where there are none, or before it is made. */
    @Nullable
    ApplicationClassLoader sharedLoader() {
        return sharedLoader;
    }

    void sharedLoader(@Nullable ApplicationClassLoader loader) {
        sharedLoader = loader;
    }

    /** A loader as old as the shared one; nothing but this application holds it. */
    Canary canary() {
        return canary;
    }

    Path temporaryDirectory() {
        return temporaryDirectory;
    }

    /** The context roots of its web modules; empty where it has none. */
    String contextRoots() {
        return modules.stream()
                .filter(module -> module.kind().equals(ModuleKind.WEB))
                .map(module -> module.attachment(ContextRoot.class)
                        .map(ContextRoot::path)
                        .orElseGet(() -> ContextRoot.standard(module)))
                .collect(Collectors.joining(", "));
    }
}
