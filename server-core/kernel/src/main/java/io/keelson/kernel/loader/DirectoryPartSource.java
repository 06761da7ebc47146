package io.keelson.kernel.loader;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/** Parts in directories. */
final class DirectoryPartSource implements PartSource {
    private final Path directory;

    DirectoryPartSource(Path directory) {
        this.directory = directory;
    }

    @Override
    public List<PartDescriptor> descriptors() throws IOException {
        List<PartDescriptor> found = new ArrayList<>();
        for (Path part : sorted(directory, "*")) {
            if (Files.isDirectory(part)) {
                PartDescriptor descriptor = descriptor(part);
                if (!part.endsWith(descriptor.name())) {
                    throw new IOException(
                            "the part in " + part + " calls itself '" + descriptor.name() + "'; rename the directory");
                }
                found.add(descriptor);
            }
        }
        return found;
    }

    private static PartDescriptor descriptor(Path part) throws IOException {
        Path file = part.resolve(PartDescriptor.FILE);
        if (Files.exists(file)) {
            try (InputStream in = Files.newInputStream(file)) {
                return PartDescriptor.read(in, file.toString());
            }
        }
        for (Path jar : sorted(part, "*.jar")) {
            try (JarFile opened = new JarFile(jar.toFile(), false)) {
                ZipEntry entry = opened.getEntry(PartDescriptor.RESOURCE);
                if (entry != null) {
                    return PartDescriptor.read(opened.getInputStream(entry), jar + "!/" + PartDescriptor.RESOURCE);
                }
            }
        }
        throw new FileNotFoundException("the part in " + part + " has neither " + PartDescriptor.FILE
                + " nor a jar with " + PartDescriptor.RESOURCE);
    }

    @Override
    public ClassLoader open(PartDescriptor part, ClassLoader server, Function<String, Optional<Class<?>>> others)
            throws IOException {
        return new PartLoader(part, PartSource.urls(sorted(directory.resolve(part.name()), "*.jar")), server, others);
    }

    static List<Path> sorted(Path directory, String pattern) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, pattern)) {
                files.forEach(found::add);
            }
        }
        Collections.sort(found);
        return found;
    }
}
