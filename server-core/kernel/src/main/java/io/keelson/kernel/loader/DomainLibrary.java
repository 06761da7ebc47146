package io.keelson.kernel.loader;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** The jars in the domain's {@code lib/} directory, seen by all applications: JDBC drivers, say. Read at the server's start. */
public final class DomainLibrary extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ServerView view;

    /**
     * Makes the loader.
     *
     * @param directory need not exist
     */
    public DomainLibrary(Path directory, ServerView view) throws IOException {
        super("keelson-domain-lib", PartSource.urls(DirectoryPartSource.sorted(directory, "*.jar")), view);
        this.view = view;
    }

    ServerView view() {
        return view;
    }
}
