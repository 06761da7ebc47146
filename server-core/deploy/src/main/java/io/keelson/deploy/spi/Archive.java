package io.keelson.deploy.spi;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.jar.Manifest;

/**
 * A deployed archive as files: a WAR's content lies unpacked in a directory of the server's (an exploded one where the
 * operator has it). Paths are relative, with {@code /}, without a leading one; no path leads out of the archive.
 * Thread-safe.
 */
public interface Archive {
    /** The directory with the content. */
    Path root();

    /** The file of that path; empty when there is none, it is a directory, or the path leads out of the archive. */
    Optional<Path> file(String path);

    /** Passes the paths of all files below a directory (empty: all) to the consumer. */
    void list(String directory, Consumer<String> consumer) throws IOException;

    /** The libraries of a WAR, {@code WEB-INF/lib/*.jar}, by file name. */
    List<Library> libraries();

    /**
     * The libraries that a module shares with the others of its enterprise application: in its library directory, or named by a
     * module's manifest. Classes of them are seen by all modules; fragments and resources of them are nobody's.
     */
    default List<Library> sharedLibraries() {
        return List.of();
    }

    /** Returns whether the archive's classes lie below that directory: {@code WEB-INF/classes} for a WAR. */
    Optional<Path> classes();

    /** A jar in the archive. Thread-safe. */
    interface Library {
        /** The file name: {@code spring-web.jar}. */
        String name();

        /** Returns where it lies. */
        Path path();

        /** Opens an entry; empty when there is none. */
        Optional<InputStream> open(String entry) throws IOException;

        /** A URL of an entry; empty when there is none. */
        Optional<URL> url(String entry) throws IOException;

        /** Passes the names of all entries that are files to the consumer. */
        void list(Consumer<String> consumer) throws IOException;

        /** The manifest; empty where there is none. */
        Optional<Manifest> manifest() throws IOException;
    }
}
