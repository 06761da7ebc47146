package io.keelson.kernel.loader;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.util.Set;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** A directory of classes. Looked into at each call: what is added to an exploded application is found. */
final class DirectorySource implements ClassSource {
    private final Path root;
    private final URL location;
    private volatile boolean closed;

    DirectorySource(Path root) {
        this.root = root.toAbsolutePath().normalize();
        this.location = urlOf(this.root);
    }

    @Override
    public URL location() {
        return location;
    }

    @Override
    public @Nullable Manifest manifest() {
        return null;
    }

    @Override
    public @Nullable Set<String> directories() {
        return null;
    }

    @Override
    public @Nullable Entry find(String name) {
        if (closed || name.startsWith("/")) {
            return null;
        }
        try {
            Path file = root.resolve(name).normalize();
            return file.startsWith(root) && Files.exists(file) ? new FileEntry(file) : null;
        } catch (InvalidPathException notAFileName) {
            return null;
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public String toString() {
        return root.toString();
    }

    private static URL urlOf(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("a path without a URL: " + path, e);
        }
    }

    private final class FileEntry implements Entry {
        private final Path file;

        FileEntry(Path file) {
            this.file = file;
        }

        @Override
        public ClassSource source() {
            return DirectorySource.this;
        }

        @Override
        public URL url() {
            return urlOf(file);
        }

        @Override
        public InputStream open() throws IOException {
            return Files.newInputStream(file);
        }

        @Override
        public CodeSigner @Nullable [] signers() {
            return null;
        }
    }
}
