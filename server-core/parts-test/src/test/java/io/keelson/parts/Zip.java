package io.keelson.parts;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** An archive in the making, of what this module has compiled. */
final class Zip {
    private static final Path CLASSES = Path.of("target", "test-classes");

    private final Map<String, byte[]> entries = new TreeMap<>();

    /** The classes of a package of this module's tests. */
    Zip classes(String directory, Class<?> one) throws IOException {
        String own = one.getPackageName().replace('.', '/');
        return tree(directory + own + "/", CLASSES.resolve(own));
    }

    /** All files below a directory. */
    Zip tree(String directory, Path from) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                entries.put(directory + from.relativize(file), Files.readAllBytes(file));
            }
        }
        return this;
    }

    /** Libraries in a directory of the archive. */
    Zip libraries(String directory, List<Path> jars) throws IOException {
        for (Path jar : jars) {
            entries.put(directory + jar.getFileName(), Files.readAllBytes(jar));
        }
        return this;
    }

    Zip text(String name, String content) {
        entries.put(name, content.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    Path write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return file;
    }
}
