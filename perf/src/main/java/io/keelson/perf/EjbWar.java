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

/**
 * Writes the WAR of the study of beans, the same for both servers: a stateless bean for clients, and one for a servlet in its own server.
 */
final class EjbWar {
    /** The file that it is called by. */
    static final String FILE = "ejb.war";

    /** A file of it that tells that the application is there. */
    static final String READY = "/ejb/ready.txt";

    /** The servlet that calls the local bean. */
    static final String LOCAL = "/ejb/local";

    /** The name of the remote bean. */
    static final String BEAN = "ejb:/ejb/Echo!" + EjbEcho.class.getName();

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
                <session>
                  <ejb-name>Local</ejb-name>
                  <local-bean/>
                  <ejb-class>%s</ejb-class>
                  <session-type>Stateless</session-type>
                </session>
              </enterprise-beans>
              <assembly-descriptor>
                <container-transaction>
                  <method><ejb-name>Local</ejb-name><method-name>*</method-name></method>
                  <trans-attribute>Supports</trans-attribute>
                </container-transaction>
              </assembly-descriptor>
            </ejb-jar>
            """;
    private static final String WEB_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <servlet><servlet-name>local</servlet-name><servlet-class>%s</servlet-class></servlet>
              <servlet-mapping><servlet-name>local</servlet-name><url-pattern>/local</url-pattern></servlet-mapping>
            </web-app>
            """;

    private EjbWar() {}

    static void write(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            text(zip, "ready.txt", "ready");
            text(
                    zip,
                    "WEB-INF/ejb-jar.xml",
                    String.format(
                            Locale.ROOT,
                            EJB_JAR,
                            EjbEcho.class.getName(),
                            EjbEchoBean.class.getName(),
                            EjbLocalBean.class.getName()));
            text(zip, "WEB-INF/web.xml", String.format(Locale.ROOT, WEB_XML, EjbLocalServlet.class.getName()));
            type(zip, EjbEcho.class);
            type(zip, EjbEchoBean.class);
            type(zip, EjbLocalBean.class);
            type(zip, EjbLocalServlet.class);
        }
    }

    private static void text(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void type(ZipOutputStream zip, Class<?> type) throws IOException {
        zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + type.getName().replace('.', '/') + ".class"));
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            if (in == null) {
                throw new IOException("the class file of " + type.getName() + " is not on the class path");
            }
            in.transferTo(zip);
        }
    }
}
