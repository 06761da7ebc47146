package io.keelson.embedded;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The files of a class and of its neighbours, in a directory or a jar.
 *
 * @param location the directory or jar
 * @param packagePath of the class, with slashes; empty for the unnamed package
 * @param outermost the name of the file of the class in which it is nested, without {@code .class}
 */
record ClassFiles(Path location, String packagePath, String outermost) {
    static ClassFiles of(Class<?> type) {
        String name = type.getName();
        String file = name.substring(name.lastIndexOf('.') + 1);
        return new ClassFiles(location(type), type.getPackageName().replace('.', '/'), file);
    }

    /** The directory or jar that a class comes from. */
    static Path location(Class<?> type) {
        CodeSource code = type.getProtectionDomain().getCodeSource();
        if (code == null || code.getLocation() == null) {
            throw new IllegalArgumentException(
                    type + " comes from no file, so it cannot be copied into an application");
        }
        try {
            return Path.of(code.getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(type + " comes from " + code.getLocation() + ", which is no file", e);
        }
    }

    void copyWithNested(Path classes) throws IOException {
        copy(
                classes,
                file -> file.equals(outermost + ".class")
                        || file.startsWith(outermost + "$") && file.endsWith(".class"));
    }

    void copyPackage(Path classes) throws IOException {
        copy(classes, file -> true);
    }

    private void copy(Path classes, Predicate<String> wanted) throws IOException {
        Path target = Files.createDirectories(classes.resolve(packagePath));
        if (Files.isDirectory(location)) {
            copy(location.resolve(packagePath), target, wanted);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(location)) {
            copy(jar.getPath("/" + packagePath), target, wanted);
        }
    }

    private static void copy(Path from, Path to, Predicate<String> wanted) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                String name = String.valueOf(file.getFileName());
                if (wanted.test(name)) {
                    Files.copy(file, to.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }
}
