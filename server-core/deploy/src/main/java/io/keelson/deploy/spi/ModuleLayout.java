package io.keelson.deploy.spi;

import java.nio.file.Path;
import java.util.List;

/**
 * The places of code in an unpacked module.
 *
 * @param classes the directories with classes, those that are there
 * @param libraries the jars with classes, in order
 */
public record ModuleLayout(ModuleKind kind, List<Path> classes, List<Path> libraries) {
    /** Copies the lists. */
    public ModuleLayout {
        classes = List.copyOf(classes);
        libraries = List.copyOf(libraries);
    }
}
