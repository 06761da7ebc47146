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

/**
 * Shows Jasper the libraries of an application and its classes, and nothing of the server: the loaders above the
 * application's are not searched.
 */
final class LibraryScanner implements JarScanner {
    private final List<Library> libraries;

    LibraryScanner(List<Library> libraries) {
        this.libraries = List.copyOf(libraries);
    }

    @Override
    public void scan(JarScanType type, ServletContext context, JarScannerCallback callback) {
        for (Library library : libraries) {
            String path = "/WEB-INF/lib/" + library.name();
            try (Jar jar = JarFactory.newInstance(library.path().toUri().toURL())) {
                callback.scan(jar, path, true);
            } catch (IOException e) {
                throw new UncheckedIOException(path + ": " + e.getMessage(), e);
            }
        }
        try {
            callback.scanWebInfClasses();
        } catch (IOException e) {
            throw new UncheckedIOException("/WEB-INF/classes: " + e.getMessage(), e);
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
