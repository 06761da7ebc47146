package io.keelson.kernel.loader;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/** The jars in the domain's {@code lib/} directory, seen by all applications: JDBC drivers, say. Read at the server's start. */
public final class DomainLibrary extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ServerView view;
    private final Path directory;
    private final List<Path> read;

    /**
     * Makes the loader.
     *
     * @param directory need not exist
     */
    public DomainLibrary(Path directory, ServerView view) throws IOException {
        this(directory, DirectoryPartSource.sorted(directory, "*.jar"), view);
    }

    private DomainLibrary(Path directory, List<Path> read, ServerView view) throws IOException {
        super("keelson-domain-lib", PartSource.urls(read), view);
        this.directory = directory;
        this.read = List.copyOf(read);
        this.view = view;
    }

    /** The names of jars that have come since the server's start, which it reads at its next one. */
    public List<String> newcomers() {
        try {
            return DirectoryPartSource.sorted(directory, "*.jar").stream()
                    .filter(jar -> !read.contains(jar))
                    .map(jar -> String.valueOf(jar.getFileName()))
                    .toList();
        } catch (IOException e) {
            return List.of(); // who asks says what to do anyway
        }
    }

    ServerView view() {
        return view;
    }
}
