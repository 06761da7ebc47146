package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes the WAR that every servlet container is measured with. */
final class BenchWar {
    private static final String WEB_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1" metadata-complete="true">
              <servlet>
                <servlet-name>hello</servlet-name>
                <servlet-class>io.keelson.perf.HelloServlet</servlet-class>
                <load-on-startup>1</load-on-startup>
              </servlet>
              <servlet-mapping>
                <servlet-name>hello</servlet-name>
                <url-pattern>/hello</url-pattern>
              </servlet-mapping>
            </web-app>
            """;

    private BenchWar() {}

    /** Writes the WAR packed. */
    static void writePacked(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
            zip.write(WEB_XML.getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("WEB-INF/classes/io/keelson/perf/HelloServlet.class"));
            zip.write(servletClass());
        }
    }

    /** Writes the WAR as a directory. */
    static void writeExploded(Path directory) throws IOException {
        Path target = directory.resolve("WEB-INF/classes/io/keelson/perf/HelloServlet.class");
        Files.createDirectories(target.getParent());
        Files.write(target, servletClass());
        Files.writeString(directory.resolve("WEB-INF/web.xml"), WEB_XML);
    }

    private static byte[] servletClass() throws IOException {
        try (InputStream in = HelloServlet.class.getResourceAsStream("HelloServlet.class")) {
            if (in == null) {
                throw new IOException("the servlet's class file is not on the class path");
            }
            return in.readAllBytes();
        }
    }
}
