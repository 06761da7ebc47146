package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.ModuleLayout;
import io.keelson.deploy.spi.ModuleRecogniser;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Recognises a resource adapter (Jakarta Connectors 2.1, 20.2): it has {@code META-INF/ra.xml}, says by its name that it is one, or has
 * jars at its top with a class annotated {@code @Connector}, as where an upload came under another name.
 */
public final class ConnectorModules implements ModuleRecogniser {
    private static final ClassMarks ANNOTATION = new ClassMarks(List.of("jakarta/resource/spi/Connector"));

    @Override
    public ModuleKind kind() {
        return ModuleKind.CONNECTOR;
    }

    @Override
    public boolean recognises(Path root, String fileName) throws IOException {
        return !Files.isDirectory(root.resolve("WEB-INF"))
                && (Files.isRegularFile(root.resolve("META-INF/ra.xml"))
                        || fileName.toLowerCase(Locale.ROOT).endsWith(".rar")
                        || !Files.exists(root.resolve("META-INF/application.xml")) && hasAnnotatedJar(root));
    }

    private static boolean hasAnnotatedJar(Path root) throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(root, "*.jar")) {
            for (Path jar : jars) {
                if (Files.isRegularFile(jar)) {
                    try (ZipFile zip = new ZipFile(jar.toFile())) {
                        if (ANNOTATION.in(zip)) {
                            return true;
                        }
                    }
                }
            }
            return false;
        }
    }

    /** The jars may lie in any of its directories. */
    @Override
    public ModuleLayout layout(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            List<Path> jars = files.filter(
                            file -> file.toString().toLowerCase(Locale.ROOT).endsWith(".jar"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
            return new ModuleLayout(ModuleKind.CONNECTOR, List.of(root), jars);
        }
    }
}
