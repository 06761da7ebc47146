package io.keelson.kernel.loader;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.Manifest;

/**
 * A jar that is open from its making to its closing, read without the caches of the JVM. Names are those of the running JVM's
 * version in a multi-release jar. Thread-safe.
 */
public final class OpenJar implements Closeable {
    private final KeptJar jar;
    private final URL location;

    /**
     * Opens the jar.
     *
     * @throws IOException when it is not a jar; the message names it
     */
    public OpenJar(Path file) throws IOException {
        Path absolute = file.toAbsolutePath().normalize();
        this.jar = KeptJar.open(absolute);
        this.location = absolute.toUri().toURL();
    }

    /** Opens an entry that is a file; empty when there is none. */
    public Optional<InputStream> open(String entry) throws IOException {
        JarEntry found = jar.getJarEntry(entry);
        return found == null || found.isDirectory()
                ? Optional.empty()
                : Optional.of(VerifiedStream.of(jar.getName(), entry, () -> jar.getInputStream(found)));
    }

    /** A URL of an entry; empty when there is none. It reads from this jar, as long as that is open. */
    public Optional<URL> url(String entry) throws IOException {
        return jar.getJarEntry(entry) == null ? Optional.empty() : Optional.of(JarEntryUrls.of(jar, location, entry));
    }

    /** Passes the names of all entries that are files to the consumer. */
    public void list(Consumer<String> consumer) {
        jar.versionedStream()
                .filter(e -> !e.isDirectory())
                .map(JarEntry::getName)
                .forEach(consumer);
    }

    /** The manifest; empty where there is none. */
    public Optional<Manifest> manifest() throws IOException {
        try {
            return Optional.ofNullable(jar.getManifest());
        } catch (SecurityException e) {
            throw new IOException(
                    "the signatures of the library " + jar.getName() + " are damaged: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        jar.release();
    }
}
