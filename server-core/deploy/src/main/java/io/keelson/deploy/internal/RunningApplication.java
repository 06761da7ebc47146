package io.keelson.deploy.internal;

import io.keelson.deploy.internal.undeploy.Canary;
import io.keelson.kernel.loader.ApplicationClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One version of one application with all its modules: a WAR is one, an EAR has one for each of its WARs, and libraries that
 * they share. The deploying thread owns it.
 */
final class RunningApplication {
    private final String name;
    private final List<RunningDeployment> modules;
    private final List<Path> sharedLibraries;
    private final Path temporaryDirectory;
    private final Canary canary = new Canary();
    private @Nullable ApplicationClassLoader sharedLoader;

    RunningApplication(
            String name, List<RunningDeployment> modules, List<Path> sharedLibraries, Path temporaryDirectory) {
        this.name = name;
        this.modules = List.copyOf(modules);
        this.sharedLibraries = List.copyOf(sharedLibraries);
        this.temporaryDirectory = temporaryDirectory;
    }

    String name() {
        return name;
    }

    List<RunningDeployment> modules() {
        return modules;
    }

    /** The jars that all modules see. */
    List<Path> sharedLibraries() {
        return sharedLibraries;
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

    /** Where its modules are reached. */
    String contextRoots() {
        return modules.stream().map(RunningDeployment::effectiveContextRoot).collect(Collectors.joining(", "));
    }
}
