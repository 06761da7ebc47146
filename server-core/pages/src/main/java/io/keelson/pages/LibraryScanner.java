package io.keelson.pages;

import io.keelson.deploy.spi.Archive.Library;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.tomcat.Jar;
import org.apache.tomcat.JarScanFilter;
import org.apache.tomcat.JarScanType;
import org.apache.tomcat.JarScanner;
import org.apache.tomcat.JarScannerCallback;
import org.apache.tomcat.util.scan.JarFactory;
import org.jspecify.annotations.Nullable;

/**
 * Shows Jasper the libraries of an application and its classes, and those that an enterprise application shares; nothing of the server: the
 * loaders above the application's are not searched.
 *
 * <p>Specification: Pages 4.0, 7.3.1 Identifying Tag Library Descriptors.
 */
final class LibraryScanner implements JarScanner {
    private final List<Library> libraries;
    private final List<Library> shared;

    /** With the application's own libraries, and those that it shares with other modules; its own come first. */
    LibraryScanner(List<Library> libraries, List<Library> shared) {
        this.libraries = List.copyOf(libraries);
        this.shared = List.copyOf(shared);
    }

    @Override
    public void scan(JarScanType type, ServletContext context, JarScannerCallback callback) {
        for (Library library : libraries) {
            scan(library, "/WEB-INF/lib/" + library.name(), callback);
        }
        for (Library library : shared) {
            scan(library, null, callback);
        }
        try {
            callback.scanWebInfClasses();
        } catch (IOException e) {
            throw new UncheckedIOException("/WEB-INF/classes: " + e.getMessage(), e);
        }
    }

    /** {@code path}: where it lies in the web application; null: not within it. */
    private static void scan(Library library, @Nullable String path, JarScannerCallback callback) {
        try (Jar jar = JarFactory.newInstance(library.path().toUri().toURL())) {
            callback.scan(jar, path, path != null);
        } catch (IOException e) {
            throw new UncheckedIOException((path == null ? library.name() : path) + ": " + e.getMessage(), e);
        }
    }

    @Override
    public JarScanFilter getJarScanFilter() {
        return (type, name) -> true;
    }

    @Override
    public void setJarScanFilter(JarScanFilter filter) {
        throw new UnsupportedOperationException("every library of an application is searched");
    }
}
