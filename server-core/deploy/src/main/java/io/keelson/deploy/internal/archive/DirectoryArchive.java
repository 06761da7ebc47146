package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.Archive;
import io.keelson.deploy.spi.ModuleLayout;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An archive whose files lie in a directory. Its libraries are open from the making to {@link #close}. */
public final class DirectoryArchive implements Archive, Closeable {
    private final Path root;
    private final ModuleLayout layout;
    private final List<JarLibrary> libraries;
    private final List<JarLibrary> shared;
    private final Map<String, Path> replaced;

    /** Takes a directory with that layout, of an application by itself. */
    public DirectoryArchive(Path root, ModuleLayout layout) {
        this(root, layout, List.of(), Map.of());
    }

    /**
     * Takes a directory with that layout, of a module that shares libraries with others.
     *
     * @param replaced files in the place of the module's own, by their path in the module
     */
    public DirectoryArchive(Path root, ModuleLayout layout, List<Path> shared, Map<String, Path> replaced) {
        this.root = root.toAbsolutePath().normalize();
        this.layout = layout;
        this.libraries = layout.libraries().stream().map(JarLibrary::new).toList();
        this.shared = shared.stream().map(JarLibrary::new).toList();
        this.replaced = Map.copyOf(replaced);
    }

    /** The places of code in it. */
    public ModuleLayout layout() {
        return layout;
    }

    @Override
    public Path root() {
        return root;
    }

    @Override
    public Optional<Path> file(String path) {
        Path other = replaced.get(path);
        if (other != null) {
            return Optional.of(other);
        }
        try {
            Path file = root.resolve(path).normalize();
            boolean plain = !path.startsWith("/") && file.startsWith(root);
            return plain && Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
        } catch (InvalidPathException notAFileName) {
            return Optional.empty();
        }
    }

    @Override
    public void list(String directory, Consumer<String> consumer) throws IOException {
        Path start = root.resolve(directory).normalize();
        if (!start.startsWith(root) || !Files.isDirectory(start)) {
            return;
        }
        try (Stream<Path> files = Files.walk(start)) {
            files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .forEach(consumer);
        }
    }

    @Override
    public List<Library> libraries() {
        return List.copyOf(libraries);
    }

    @Override
    public List<Library> sharedLibraries() {
        return List.copyOf(shared);
    }

    @Override
    public Optional<Path> classes() {
        return layout.classes().stream().findFirst();
    }

    /** Returns whether the archive has a class of that name, in its classes or a library. */
    public boolean hasClass(String name) throws IOException {
        String entry = name.replace('.', '/') + ".class";
        for (Path classes : layout.classes()) {
            if (Files.isRegularFile(classes.resolve(entry))) {
                return true;
            }
        }
        for (List<JarLibrary> some : List.of(libraries, shared)) {
            for (JarLibrary library : some) {
                if (library.has(entry)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        IOException failure = new IOException("not every library of " + root + " could be closed");
        for (List<JarLibrary> some : List.of(libraries, shared)) {
            for (JarLibrary library : some) {
                try {
                    library.close();
                } catch (IOException e) {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }
}
