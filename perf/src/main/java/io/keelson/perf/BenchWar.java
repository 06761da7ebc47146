package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes the WAR that every servlet container is measured with: one servlet for each {@link Workload}. */
final class BenchWar {
    /** Where the application is. */
    static final String CONTEXT_PATH = "/bench";

    private BenchWar() {}

    /** Writes the WAR packed. */
    static void writePacked(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
            zip.write(webXml().getBytes(StandardCharsets.UTF_8));
            for (Workload workload : Workload.values()) {
                zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + classFile(workload.servlet())));
                zip.write(bytes(workload.servlet()));
            }
        }
    }

    /** Writes the WAR as a directory. */
    static void writeExploded(Path directory) throws IOException {
        Path classes = directory.resolve("WEB-INF/classes");
        for (Workload workload : Workload.values()) {
            Path target = classes.resolve(classFile(workload.servlet()));
            Files.createDirectories(target.getParent());
            Files.write(target, bytes(workload.servlet()));
        }
        Files.writeString(directory.resolve("WEB-INF/web.xml"), webXml());
    }

    private static String webXml() {
        return Arrays.stream(Workload.values())
                .map(BenchWar::servlet)
                .collect(Collectors.joining("", """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1" metadata-complete="true">
                    """, "</web-app>\n"));
    }

    private static String servlet(Workload workload) {
        return """
              <servlet>
                <servlet-name>%1$s</servlet-name>
                <servlet-class>%2$s</servlet-class>
                <load-on-startup>1</load-on-startup>
              </servlet>
              <servlet-mapping>
                <servlet-name>%1$s</servlet-name>
                <url-pattern>%3$s</url-pattern>
              </servlet-mapping>
            """.formatted(workload.id(), workload.servlet().getName(), workload.path());
    }

    private static String classFile(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            if (in == null) {
                throw new IOException("the class file of " + type.getName() + " is not on the class path");
            }
            return in.readAllBytes();
        }
    }
}
