package io.keelson.deploy.internal.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Says what an archive is that cannot be deployed. */
final class Unsupported {
    private Unsupported() {}

    static String describe(Path root) throws IOException {
        if (Files.isRegularFile(root.resolve("META-INF/ra.xml"))) {
            return "a resource adapter (RAR: it has META-INF/ra.xml)";
        }
        if (Files.isRegularFile(root.resolve("META-INF/ejb-jar.xml"))) {
            return "an EJB module (JAR: it has META-INF/ejb-jar.xml)";
        }
        try (Stream<Path> files = Files.walk(root)) {
            if (files.anyMatch(file -> file.toString().endsWith(".class"))) {
                return "a library or module (JAR: it has classes outside of WEB-INF)";
            }
        }
        return "no application: it has no WEB-INF directory";
    }
}
