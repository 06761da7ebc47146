package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DescriptorValues;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A WAR (Servlet 6.1, chapter 10): what has a WEB-INF directory, or says by its name that it is one. */
public final class WebStructure implements Structure {
    @Override
    public Optional<Layout> recognise(Path root, String fileName, DescriptorValues plan) throws IOException {
        Path inf = root.resolve("WEB-INF");
        boolean named = fileName.toLowerCase(Locale.ROOT).endsWith(".war");
        if (!Files.isDirectory(inf) && !named) {
            return Optional.empty();
        }
        Path classes = inf.resolve("classes");
        return Optional.of(new Layout(
                "web", Files.isDirectory(classes) ? List.of(classes) : List.of(), jars(inf.resolve("lib")), List.of()));
    }

    private static List<Path> jars(Path directory) throws IOException {
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.[jJ][aA][rR]")) {
                for (Path file : files) {
                    if (Files.isRegularFile(file)) {
                        jars.add(file);
                    }
                }
            }
        }
        Collections.sort(jars);
        return jars;
    }
}
