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
 * Finds the jars that the modules of an EAR share (Jakarta EE Platform 11, EE.8.2): those of the library directory, and those that manifests of
 * modules and of such jars name in their class path, directly or by others. A name that leads nowhere is left out, as everywhere in Java.
 * Confined to one thread.
 */
final class SharedLibraries {
    private final Path root;
    private final Set<Path> jars = new LinkedHashSet<>();

    SharedLibraries(Path root) {
        this.root = root;
    }

    Set<Path> of(String libraryDirectory, List<Module> modules) throws IOException {
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
        return jars;
    }

    private void add(Path jar) throws IOException {
        if (Files.isRegularFile(jar) && jars.add(jar)) {
            addNamed(jar);
        }
    }

    private void addNamed(Path by) throws IOException {
        String classPath = EnterpriseStructure.manifest(by).getValue(Attributes.Name.CLASS_PATH);
        Path parent = by.getParent();
        if (classPath == null || parent == null) {
            return;
        }
        for (String name : classPath.strip().split("\\s+")) {
            Optional<Path> jar = EnterpriseStructure.inside(
                    root, root.relativize(parent).resolve(name).toString());
            if (name.endsWith(".jar") && jar.isPresent()) {
                add(jar.get());
            }
        }
    }
}
