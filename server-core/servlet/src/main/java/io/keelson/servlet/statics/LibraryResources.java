package io.keelson.servlet.statics;

import io.keelson.deploy.spi.Archive.Library;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Resources that libraries have in {@code META-INF/resources}. An entry is copied to a file of the application's temporary directory when
 * it is first asked for, so that it is sent as any other file. The first library that has a path wins. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 4.6 Resources; Servlet 6.1, 10.5 Directory Structure.
 */
final class LibraryResources {
    private static final String PREFIX = "META-INF/resources/";

    /** Immutable after construction: path with a leading slash to the library that has it. */
    private final Map<String, Library> owners = new HashMap<>();

    private final Map<String, Set<String>> children = new HashMap<>();
    private final Path directory;

    /**
     * Looks through the libraries.
     *
     * @param directory where copies go; need not exist
     */
    LibraryResources(List<Library> libraries, Path directory) throws IOException {
        this.directory = directory;
        for (Library library : libraries) {
            library.list(entry -> {
                if (entry.startsWith(PREFIX) && safe(entry)) {
                    add(entry.substring(PREFIX.length() - 1), library);
                }
            });
        }
    }

    /** An entry's name is an archive maker's: it must not lead out of the directory. */
    private static boolean safe(String entry) {
        return !entry.endsWith("/")
                && !entry.contains("\\")
                && !entry.contains("//")
                && List.of(entry.split("/")).stream().noneMatch(part -> part.equals("..") || part.equals("."));
    }

    private void add(String path, Library library) {
        owners.putIfAbsent(path, library);
        String child = path;
        for (int slash = path.lastIndexOf('/'); slash >= 0; slash = path.lastIndexOf('/', slash - 1)) {
            String parent = path.substring(0, slash + 1);
            if (!children.computeIfAbsent(parent, p -> new TreeSet<>()).add(child)) {
                return;
            }
            child = parent;
        }
    }

    boolean isEmpty() {
        return owners.isEmpty();
    }

    /** Paths below a directory, whose path ends with a slash; directories with a slash at the end. */
    Set<String> children(String path) {
        return children.getOrDefault(path, Set.of());
    }

    /** The directory's stand-in on disk; null where no library has that directory. {@code path} ends with a slash. */
    @Nullable
    Path directory(String path) {
        if (!children.containsKey(path)) {
            return null;
        }
        Path file = directory.resolve(path.substring(1));
        try {
            Files.createDirectories(file);
        } catch (IOException e) {
            throw new UncheckedIOException("could not make " + file, e);
        }
        return file;
    }

    /** A copy of the entry on disk; null where no library has it. */
    @Nullable
    Path file(String path) {
        Library owner = owners.get(path);
        if (owner == null) {
            return null;
        }
        Path file = directory.resolve(path.substring(1));
        if (!Files.exists(file)) {
            try {
                copy(owner, path, file);
            } catch (IOException e) {
                throw new UncheckedIOException("could not copy " + path + " of " + owner.path() + " to " + file, e);
            }
        }
        return file;
    }

    /** Other threads see the whole file or none. */
    private void copy(Library owner, String path, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Path part = Files.createTempFile(file.getParent(), ".", ".part");
        try (@Nullable InputStream in = owner.open(PREFIX + path.substring(1)).orElse(null)) {
            if (in == null) {
                throw new IOException("the entry has gone");
            }
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(part, Files.getLastModifiedTime(owner.path()));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException e) {
            // Another thread was first.
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
