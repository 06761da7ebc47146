package io.keelson.appclient;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * A client module.
 *
 * @param application the name of the enterprise application; null for a module by itself
 * @param name of the module: its file name without the extension, until its descriptor gives another
 * @param uri its path in the enterprise application, or its file name
 * @param code its JAR, or a directory
 * @param alternative the descriptor in the place of its own; null for its own
 * @param mainClass the full name of the class; null where the manifest has none
 * @param classPath its own code first, then what its manifest names, then the libraries of the enterprise application
 */
record ClientModule(
        @Nullable String application,
        String name,
        String uri,
        Path code,
        @Nullable Path alternative,
        @Nullable String mainClass,
        List<Path> classPath) {
    static final String DESCRIPTOR = "META-INF/application-client.xml";

    /** Opens a file of the module; null where it has none. */
    @Nullable
    InputStream open(String file) throws IOException {
        if (alternative != null && file.equals(DESCRIPTOR)) {
            return Files.newInputStream(alternative);
        }
        return open(code, file);
    }

    static @Nullable InputStream open(Path code, String file) throws IOException {
        if (Files.isDirectory(code)) {
            Path found = code.resolve(file);
            return Files.isRegularFile(found) ? Files.newInputStream(found) : null;
        }
        try (JarFile jar = new JarFile(code.toFile())) {
            ZipEntry entry = jar.getEntry(file);
            if (entry == null) {
                return null;
            }
            try (InputStream in = jar.getInputStream(entry)) {
                return new ByteArrayInputStream(in.readAllBytes());
            }
        }
    }
}
