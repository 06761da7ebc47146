package io.keelson.embedded.beans;

import jakarta.ejb.EJBException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The directories and jars that a class loader takes classes from, in order: those of the JVM's class path, of class loaders by URLs below
 * it, and what the manifests of these jars name ({@code Class-Path}), as build tools start tests with a jar that has nothing else.
 * Confined to one thread.
 */
final class ClassPathEntries {
    private final Set<Path> entries = new LinkedHashSet<>();

    private ClassPathEntries() {}

    /** Returns those that exist. */
    static Set<Path> of(ClassLoader client) {
        ClassPathEntries found = new ClassPathEntries();
        for (ClassLoader at = client; at != null; at = at.getParent()) {
            if (at instanceof URLClassLoader byUrls) {
                for (URL url : byUrls.getURLs()) {
                    found.add(url.toString());
                }
            }
        }
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                found.add(Path.of(entry));
            }
        }
        return found.entries;
    }

    private void add(String url) {
        try {
            URI uri = URI.create(url);
            if ("file".equals(uri.getScheme())) {
                add(Path.of(uri));
            }
        } catch (IllegalArgumentException e) {
            throw new EJBException("the class path has the URL " + url + ", which is wrong", e);
        }
    }

    private void add(Path entry) {
        Path absolute = entry.toAbsolutePath().normalize();
        boolean jar = isJar(absolute);
        if ((jar || Files.isDirectory(absolute)) && entries.add(absolute) && jar) {
            addNamedBy(absolute);
        }
    }

    static boolean isJar(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return name.endsWith(".jar") && Files.isRegularFile(file);
    }

    private void addNamedBy(Path jar) {
        String named;
        try (JarFile file = new JarFile(jar.toFile(), false)) {
            Manifest manifest = file.getManifest();
            named = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        } catch (IOException e) {
            throw new EJBException("the jar " + jar + " of the class path cannot be read: " + e.getMessage(), e);
        }
        if (named == null || named.isBlank()) {
            return;
        }
        for (String each : named.trim().split("\\s+")) {
            try {
                URI uri = jar.toUri().resolve(each);
                if ("file".equals(uri.getScheme())) {
                    add(Path.of(uri));
                }
            } catch (IllegalArgumentException e) { // the JVM leaves such an entry out, too
                continue;
            }
        }
    }
}
