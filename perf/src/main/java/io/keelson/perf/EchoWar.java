package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes the WARs of the study of remote calls: an object for Keelson, a stateless bean for WildFly. */
final class EchoWar {
    /** A file of both that tells that the application is there. */
    static final String READY = "/echo/ready.txt";

    /** The bean's name for WildFly's client, where the WAR is called echo.war. */
    static final String BEAN = "ejb:/echo/Echo!" + EjbEcho.class.getName();

    private static final String WEB_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
              <listener><listener-class>%s</listener-class></listener>
            </web-app>
            """;
    private static final String EJB_JAR = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
              <enterprise-beans>
                <session>
                  <ejb-name>Echo</ejb-name>
                  <business-remote>%s</business-remote>
                  <ejb-class>%s</ejb-class>
                  <session-type>Stateless</session-type>
                </session>
              </enterprise-beans>
            </ejb-jar>
            """;

    private EchoWar() {}

    /** Writes that of Keelson. */
    static void writeForKeelson(Path file) throws IOException {
        write(
                file,
                "WEB-INF/web.xml",
                String.format(Locale.ROOT, WEB_XML, RemoteEchoBinder.class.getName()),
                RemoteEcho.class,
                RemoteEchoObject.class,
                RemoteEchoBinder.class);
    }

    /** Writes that of WildFly. */
    static void writeForWildFly(Path file) throws IOException {
        write(
                file,
                "WEB-INF/ejb-jar.xml",
                String.format(Locale.ROOT, EJB_JAR, EjbEcho.class.getName(), EjbEchoBean.class.getName()),
                EjbEcho.class,
                EjbEchoBean.class);
    }

    private static void write(Path file, String descriptor, String text, Class<?>... classes) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("ready.txt"));
            zip.write("ready".getBytes(StandardCharsets.US_ASCII));
            zip.putNextEntry(new ZipEntry(descriptor));
            zip.write(text.getBytes(StandardCharsets.UTF_8));
            for (Class<?> type : classes) {
                zip.putNextEntry(
                        new ZipEntry("WEB-INF/classes/" + type.getName().replace('.', '/') + ".class"));
                try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
                    if (in == null) {
                        throw new IOException("the class file of " + type.getName() + " is not on the class path");
                    }
                    in.transferTo(zip);
                }
            }
        }
    }
}
