package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes the WAR that every servlet container is measured with: the servlets of the {@link Workload}s, and files. */
final class BenchWar {
    /** Context path of the application. */
    static final String CONTEXT_PATH = "/bench";

    /** A file of 10 KB (10,240 bytes). */
    static final String SMALL_FILE = "/10k.txt";

    /** A file of 1 MB (1,048,576 bytes). */
    static final String LARGE_FILE = "/1m.bin";

    private BenchWar() {}

    /** Writes the WAR packed. */
    static void writePacked(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
            zip.write(webXml().getBytes(StandardCharsets.UTF_8));
            for (Workload workload : Workload.ofServlets()) {
                zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + classFile(workload.servlet())));
                zip.write(bytes(workload.servlet()));
            }
            for (Map.Entry<String, byte[]> content : files().entrySet()) {
                zip.putNextEntry(new ZipEntry(content.getKey().substring(1)));
                zip.write(content.getValue());
            }
        }
    }

    /** Writes the WAR as a directory. */
    static void writeExploded(Path directory) throws IOException {
        Path classes = directory.resolve("WEB-INF/classes");
        for (Workload workload : Workload.ofServlets()) {
            Path target = classes.resolve(classFile(workload.servlet()));
            Files.createDirectories(target.getParent());
            Files.write(target, bytes(workload.servlet()));
        }
        Files.writeString(directory.resolve("WEB-INF/web.xml"), webXml());
        for (Map.Entry<String, byte[]> file : files().entrySet()) {
            Files.write(directory.resolve(file.getKey().substring(1)), file.getValue());
        }
    }

    private static Map<String, byte[]> files() {
        byte[] small = new byte[10 << 10];
        Arrays.fill(small, (byte) 'x');
        byte[] large = new byte[1 << 20];
        new Random(1).nextBytes(large);
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(SMALL_FILE, small);
        files.put(LARGE_FILE, large);
        return files;
    }

    private static String webXml() {
        return Workload.ofServlets().stream()
                .map(BenchWar::servlet)
                .collect(Collectors.joining("", """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1" metadata-complete="true">
                    """, "</web-app>\n"));
    }

    private static String servlet(Workload workload) {
        return String.format(Locale.ROOT, """
              <servlet>
                <servlet-name>%1$s</servlet-name>
                <servlet-class>%2$s</servlet-class>
                <load-on-startup>1</load-on-startup>
              </servlet>
              <servlet-mapping>
                <servlet-name>%1$s</servlet-name>
                <url-pattern>%3$s</url-pattern>
              </servlet-mapping>
            """, workload.id(), workload.servlet().getName(), workload.path());
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
