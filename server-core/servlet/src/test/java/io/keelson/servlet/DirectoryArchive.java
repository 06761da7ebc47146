package io.keelson.servlet;

import io.keelson.deploy.spi.Archive;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.jar.JarInputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** An archive that is a directory, for tests. */
public record DirectoryArchive(Path root) implements Archive {

    /** Unpacks a WAR. */
    public static DirectoryArchive unpack(Path war, Path directory) throws IOException {
        try (ZipInputStream in = new ZipInputStream(new FileInputStream(war.toFile()))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path to = directory.resolve(entry.getName()).normalize();
                if (entry.isDirectory() || !to.startsWith(directory)) {
                    continue;
                }
                Files.createDirectories(to.getParent());
                Files.copy(in, to);
            }
        }
        return new DirectoryArchive(directory);
    }

    @Override
    public Optional<Path> file(String path) {
        Path file = root.resolve(path).normalize();
        return file.startsWith(root) && Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    @Override
    public void list(String directory, Consumer<String> consumer) throws IOException {
        Path start = root.resolve(directory);
        if (Files.isDirectory(start)) {
            try (Stream<Path> files = Files.walk(start)) {
                files.filter(Files::isRegularFile)
                        .map(file -> root.relativize(file).toString())
                        .forEach(consumer);
            }
        }
    }

    @Override
    public List<Library> libraries() {
        return libraries(root.resolve("WEB-INF/lib"));
    }

    /** Those in the directory {@code shared} beside the application's. */
    @Override
    public List<Library> sharedLibraries() {
        return libraries(root.resolveSibling("shared"));
    }

    private static List<Library> libraries(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.<Library>map(Jar::new).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Optional<Path> classes() {
        Path classes = root.resolve("WEB-INF/classes");
        return Files.isDirectory(classes) ? Optional.of(classes) : Optional.empty();
    }

    private record Jar(Path path) implements Library {
        @Override
        public String name() {
            return path.getFileName().toString();
        }

        @Override
        public Optional<InputStream> open(String entry) throws IOException {
            try (ZipFile zip = new ZipFile(path.toFile())) {
                ZipEntry found = zip.getEntry(entry);
                return found == null
                        ? Optional.empty()
                        : Optional.of(new java.io.ByteArrayInputStream(
                                zip.getInputStream(found).readAllBytes()));
            }
        }

        @Override
        public Optional<URL> url(String entry) throws IOException {
            try (ZipFile zip = new ZipFile(path.toFile())) {
                return zip.getEntry(entry) == null
                        ? Optional.empty()
                        : Optional.of(
                                URI.create("jar:" + path.toUri() + "!/" + entry).toURL());
            }
        }

        @Override
        public void list(Consumer<String> consumer) throws IOException {
            try (ZipFile zip = new ZipFile(path.toFile())) {
                zip.stream().filter(entry -> !entry.isDirectory()).forEach(entry -> consumer.accept(entry.getName()));
            }
        }

        @Override
        public Optional<Manifest> manifest() throws IOException {
            try (JarInputStream in = new JarInputStream(Files.newInputStream(path))) {
                return Optional.ofNullable(in.getManifest());
            }
        }
    }
}
