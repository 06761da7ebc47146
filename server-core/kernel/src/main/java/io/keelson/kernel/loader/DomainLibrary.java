package io.keelson.kernel.loader;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The jars in the domain's {@code lib/} directory, seen by all applications: JDBC drivers, say. Read at the server's
 * start. They see the Jakarta APIs of all parts, which are opened when such a class is needed. After them come the classes of
 * applications that are shared, as those of a resource adapter that is deployed by itself.
 */
public final class DomainLibrary extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ServerView view;
    private final Path directory;
    private final List<Path> read;
    private final List<ApplicationClassLoader> shared = new CopyOnWriteArrayList<>();

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

    /**
     * Lets all applications see the classes of one, after their own and those of {@code lib/}.
     *
     * @return ends it: nothing new is found; who has classes of it keeps them
     */
    public AutoCloseable share(ApplicationClassLoader application) {
        shared.add(application);
        return () -> shared.remove(application);
    }

    /** Loads a class for an application: as its own, but for the APIs of parts, which applications see by using the part. */
    Class<?> loadForApplication(String name) throws ClassNotFoundException {
        if (!view.isApiOfPart(name)) {
            return loadClass(name);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null && loaded.getClassLoader() == this ? loaded : own(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            return own(name);
        } catch (ClassNotFoundException absent) {
            return view.apiOfPart(name).orElseThrow(() -> absent);
        }
    }

    private Class<?> own(String name) throws ClassNotFoundException {
        try {
            return super.findClass(name);
        } catch (ClassNotFoundException absent) {
            for (ApplicationClassLoader each : shared) {
                Class<?> found = each.shared(name);
                if (found != null) {
                    return found;
                }
            }
            throw absent;
        }
    }

    ServerView view() {
        return view;
    }
}
