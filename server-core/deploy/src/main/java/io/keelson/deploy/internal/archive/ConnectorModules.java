package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.ModuleKind;
import io.keelson.deploy.spi.ModuleLayout;
import io.keelson.deploy.spi.ModuleRecogniser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Recognises a resource adapter (Jakarta Connectors 2.1, 20.2): it has {@code META-INF/ra.xml}, or says by its name that it is one. */
public final class ConnectorModules implements ModuleRecogniser {
    @Override
    public ModuleKind kind() {
        return ModuleKind.CONNECTOR;
    }

    @Override
    public boolean recognises(Path root, String fileName) {
        return !Files.isDirectory(root.resolve("WEB-INF"))
                && (Files.isRegularFile(root.resolve("META-INF/ra.xml"))
                        || fileName.toLowerCase(Locale.ROOT).endsWith(".rar"));
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
