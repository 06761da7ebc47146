package io.keelson.embedded.beans;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes modules as the enterprise application that the server deploys. The server reads descriptors and annotations there. No state. */
final class EnterpriseDirectory {
    private EnterpriseDirectory() {}

    /**
     * Writes it.
     *
     * @param application its name; null: none
     * @param directory which does not exist
     */
    static void write(@Nullable String application, List<Modules.Module> modules, Path directory) throws IOException {
        StringBuilder xml =
                new StringBuilder("<application xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"11\">\n");
        if (application != null) {
            xml.append("<application-name>").append(escaped(application)).append("</application-name>\n");
        }
        Files.createDirectories(directory.resolve("META-INF"));
        for (Modules.Module module : modules) {
            String file = module.name() + ".jar";
            copy(module.location(), directory.resolve(file));
            xml.append("<module><ejb>").append(escaped(file)).append("</ejb></module>\n");
        }
        xml.append("</application>\n");
        Files.writeString(directory.resolve("META-INF/application.xml"), xml, StandardCharsets.UTF_8);
    }

    private static void copy(Path module, Path to) throws IOException {
        if (!Files.isDirectory(module)) {
            Files.copy(module, to);
            return;
        }
        try (Stream<Path> files = Files.walk(module)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(module.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (Files.isRegularFile(file)) {
                    Files.copy(file, target);
                }
            }
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }
}
