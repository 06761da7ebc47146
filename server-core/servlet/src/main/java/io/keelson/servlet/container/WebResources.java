package io.keelson.servlet.container;

import io.keelson.deploy.spi.Archive;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The resources of an application: its files, then {@code META-INF/resources} of its libraries (Servlet 6.1, 4.6). The
 * libraries are listed once, at deployment. Thread-safe.
 */
public final class WebResources {
    private static final String IN_LIBRARY = "META-INF/resources";

    private final Archive archive;
    private final Map<String, Archive.Library> inLibraries = new HashMap<>();
    private final Map<String, Set<String>> directories = new HashMap<>();

    /** Lists the libraries of an archive, in this order where several have one resource. */
    public WebResources(Archive archive, List<Archive.Library> libraries) throws IOException {
        this.archive = archive;
        for (Archive.Library library : libraries) {
            List<String> names = new ArrayList<>();
            library.list(name -> {
                if (name.startsWith(IN_LIBRARY + "/")) {
                    names.add(name.substring(IN_LIBRARY.length()));
                }
            });
            names.forEach(name -> add(name, library));
        }
    }

    private void add(String path, Archive.Library library) {
        inLibraries.putIfAbsent(path, library);
        int slash = path.lastIndexOf('/');
        String child = path;
        while (slash >= 0) {
            directories
                    .computeIfAbsent(path.substring(0, slash), d -> new LinkedHashSet<>())
                    .add(child);
            child = path.substring(0, slash + 1);
            slash = path.lastIndexOf('/', slash - 1);
        }
    }

    /** A file on disk; empty when the path is none, or lies in a library. {@code path} has a leading slash. */
    public Optional<Path> file(String path) {
        return path.endsWith("/") ? Optional.empty() : archive.file(path.substring(1));
    }

    /** Whether there is a file of that path. */
    public boolean exists(String path) {
        return !path.endsWith("/") && (inLibraries.containsKey(path) || file(path).isPresent());
    }

    /** Whether there is a directory of that path. */
    public boolean isDirectory(String path) {
        String name = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        Path directory = inRoot(name);
        return directories.containsKey(name) || directory != null && Files.isDirectory(directory);
    }

    private @Nullable Path inRoot(String path) {
        Path root = archive.root().normalize();
        Path found = root.resolve(path.startsWith("/") ? path.substring(1) : path).normalize();
        return found.startsWith(root) ? found : null;
    }

    /** {@code ServletContext.getResource}: null where there is nothing. */
    @Nullable
    URL url(String path) throws MalformedURLException {
        Path local = inRoot(path);
        if (local != null && Files.exists(local)) {
            return local.toUri().toURL();
        }
        Archive.Library library = inLibraries.get(path);
        try {
            return library == null ? null : library.url(IN_LIBRARY + path).orElse(null);
        } catch (IOException e) {
            MalformedURLException failure = new MalformedURLException("no URL for " + path + ": " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    /** {@code ServletContext.getResourceAsStream}: null where there is no file. */
    @Nullable
    InputStream open(String path) {
        try {
            Optional<Path> local = file(path);
            if (local.isPresent()) {
                return Files.newInputStream(local.get());
            }
            Archive.Library library = inLibraries.get(path);
            return library == null ? null : library.open(IN_LIBRARY + path).orElse(null);
        } catch (IOException e) {
            ContainerLog.LOG.debugf(e, "the resource %s cannot be opened", path);
            return null;
        }
    }

    /** {@code ServletContext.getRealPath}: null where the path leads out or lies in a library. */
    @Nullable
    String realPath(String path) {
        Path local = inRoot(path);
        if (local == null || !Files.exists(local) && inLibraries.containsKey(path)) {
            return null;
        }
        return local.toString();
    }

    /** {@code ServletContext.getResourcePaths}: null where there is no such directory or it is empty. */
    @Nullable
    Set<String> children(String path) {
        String name = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        Set<String> found = new LinkedHashSet<>();
        Path local = inRoot(name);
        if (local != null && Files.isDirectory(local)) {
            try (var entries = Files.list(local)) {
                entries.forEach(entry -> found.add(
                        name + "/" + entry.getFileName() + (Files.isDirectory(entry) ? "/" : "")));
            } catch (IOException e) {
                ContainerLog.LOG.debugf(e, "the directory %s cannot be listed", local);
            }
        }
        found.addAll(directories.getOrDefault(name, Set.of()));
        return found.isEmpty() ? null : found;
    }
}
