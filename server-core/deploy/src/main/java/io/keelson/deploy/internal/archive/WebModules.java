package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.ModuleLayout;
import io.keelson.deploy.spi.ModuleRecogniser;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Recognises a WAR (Servlet 6.1, chapter 10): it has a WEB-INF directory, or says by its name that it is one. So does a directory with
 * pages or other files and no classes beside WEB-INF: a WAR need have no more.
 */
public final class WebModules implements ModuleRecogniser {
    private static final Pattern OTHER_ARCHIVE = Pattern.compile("(?i).*\\.(jar|rar|ear|zip)");

    @Override
    public ModuleKind kind() {
        return ModuleKind.WEB;
    }

    @Override
    public boolean recognises(Path root, String fileName) throws IOException {
        return Files.isDirectory(root.resolve("WEB-INF"))
                || fileName.toLowerCase(Locale.ROOT).endsWith(".war")
                || !OTHER_ARCHIVE.matcher(fileName).matches() && hasFilesAndNoClasses(root);
    }

    private static boolean hasFilesAndNoClasses(Path root) throws IOException {
        boolean[] found = new boolean[1];
        try (Stream<Path> files = Files.walk(root)) {
            boolean classes = files.filter(Files::isRegularFile)
                    .peek(file -> found[0] = true)
                    .anyMatch(file -> file.toString().endsWith(".class"));
            return found[0] && !classes;
        }
    }

    @Override
    public ModuleLayout layout(Path root) throws IOException {
        Path classes = root.resolve("WEB-INF/classes");
        return new ModuleLayout(
                ModuleKind.WEB,
                Files.isDirectory(classes) ? List.of(classes) : List.of(),
                jars(root.resolve("WEB-INF/lib")));
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
