package io.keelson.kernel.loader;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * A jar that is open from its making to its closing. Multi-release jars answer with the entry for the running JVM, signed
 * ones are verified as their entries are read.
 */
final class JarSource implements ClassSource {
    private final KeptJar jar;
    private final URL location;
    private final Set<String> directories;

    /**
     * Opens the jar.
     *
     * @throws IOException when it is not a jar; the message names it
     */
    JarSource(Path file) throws IOException {
        Path absolute = file.toAbsolutePath().normalize();
        this.jar = KeptJar.open(absolute);
        this.location = absolute.toUri().toURL();
        this.directories = directoriesOf(jar);
    }

    private static Set<String> directoriesOf(JarFile jar) {
        Set<String> found = new HashSet<>();
        found.add("");
        jar.versionedStream().forEach(entry -> {
            String name = entry.getName();
            int slash = name.lastIndexOf('/');
            while (slash > 0 && found.add(name.substring(0, slash))) {
                slash = name.lastIndexOf('/', slash - 1);
            }
        });
        return found;
    }

    @Override
    public URL location() {
        return location;
    }

    @Override
    public @Nullable Manifest manifest() throws IOException {
        return jar.getManifest();
    }

    @Override
    public Set<String> directories() {
        return directories;
    }

    @Override
    public @Nullable Entry find(String name) {
        try {
            JarEntry entry = jar.getJarEntry(name);
            return entry == null ? null : new EntryOfJar(entry, name);
        } catch (IllegalStateException closed) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        jar.release();
    }

    @Override
    public String toString() {
        return jar.getName();
    }

    private final class EntryOfJar implements Entry {
        private final JarEntry entry;
        private final String name;

        EntryOfJar(JarEntry entry, String name) {
            this.entry = entry;
            this.name = name;
        }

        @Override
        public ClassSource source() {
            return JarSource.this;
        }

        @Override
        public URL url() {
            try {
                return JarEntryUrls.of(jar, location, name);
            } catch (MalformedURLException e) {
                throw new IllegalStateException("no URL for " + name + " in " + jar.getName(), e);
            }
        }

        @Override
        public InputStream open() throws IOException {
            try {
                return jar.getInputStream(entry);
            } catch (IllegalStateException closed) {
                throw new IOException("the library " + jar.getName() + " has been closed", closed);
            }
        }

        @Override
        public CodeSigner @Nullable [] signers() {
            return entry.getCodeSigners();
        }
    }
}
