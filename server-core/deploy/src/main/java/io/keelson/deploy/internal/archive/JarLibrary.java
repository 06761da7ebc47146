package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.Archive;
import io.keelson.kernel.loader.OpenJar;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** A jar of an archive; opened at the first use. The lock guards {@code jar} and {@code closed}. */
final class JarLibrary implements Archive.Library, Closeable {
    private final Path path;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable OpenJar jar;
    private boolean closed;

    JarLibrary(Path path) {
        this.path = path;
    }

    private OpenJar jar() throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new IOException("the library " + path + " belongs to an application that was undeployed");
            }
            if (jar == null) {
                jar = new OpenJar(path);
            }
            return jar;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String name() {
        Path file = path.getFileName();
        return file == null ? "" : file.toString();
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public Optional<InputStream> open(String entry) throws IOException {
        return jar().open(entry);
    }

    @Override
    public Optional<URL> url(String entry) throws IOException {
        return jar().url(entry);
    }

    boolean has(String entry) throws IOException {
        return jar().url(entry).isPresent();
    }

    @Override
    public void list(Consumer<String> consumer) throws IOException {
        jar().list(consumer);
    }

    @Override
    public Optional<Manifest> manifest() throws IOException {
        return jar().manifest();
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            if (jar != null) {
                jar.close();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
