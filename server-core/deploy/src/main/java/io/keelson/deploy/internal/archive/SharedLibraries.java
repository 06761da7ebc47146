package io.keelson.deploy.internal.archive;

import io.keelson.deploy.internal.archive.Structure.Module;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;

/**
 * Finds what the modules of an EAR share (Jakarta EE Platform 11, EE.8.2): the jars of the library directory, and the jars and directories
 * that manifests of modules and of such jars name in their class path, directly or by others. A name that leads nowhere is left out, as
 * everywhere in Java, and so is a directory that is a module or has one in it. Confined to one thread.
 */
final class SharedLibraries {
    private final Path root;
    private final List<Module> modules;
    private final Set<Path> jars = new LinkedHashSet<>();
    private final Set<Path> directories = new LinkedHashSet<>();

    SharedLibraries(Path root, List<Module> modules) {
        this.root = root;
        this.modules = modules;
    }

    /** Looks for them; then {@link #jars} and {@link #directories} are there. */
    SharedLibraries find(String libraryDirectory) throws IOException {
        if (!libraryDirectory.isEmpty()) {
            Optional<Path> directory = EnterpriseStructure.inside(root, libraryDirectory);
            if (directory.isPresent() && Files.isDirectory(directory.get())) {
                for (Path jar : EnterpriseStructure.files(directory.get(), "*.{jar,JAR,Jar}")) {
                    add(jar);
                }
            }
        }
        for (Module module : modules) {
            addNamed(module.root());
        }
        return this;
    }

    Set<Path> jars() {
        return jars;
    }

    Set<Path> directories() {
        return directories;
    }

    private void add(Path jar) throws IOException {
        if (Files.isRegularFile(jar) && jars.add(jar)) {
            addNamed(jar);
        }
    }

    private void addDirectory(Path directory) {
        if (Files.isDirectory(directory)
                && modules.stream().noneMatch(module -> module.root().startsWith(directory))) {
            directories.add(directory);
        }
    }

    private void addNamed(Path by) throws IOException {
        String classPath = EnterpriseStructure.manifest(by).getValue(Attributes.Name.CLASS_PATH);
        Path parent = by.getParent();
        if (classPath == null || parent == null) {
            return;
        }
        for (String name : classPath.strip().split("\\s+")) {
            Optional<Path> found = EnterpriseStructure.inside(
                    root, root.relativize(parent).resolve(name).toString());
            if (found.isPresent()) {
                if (name.endsWith(".jar")) {
                    add(found.get());
                }
                addDirectory(found.get());
            }
        }
    }
}
