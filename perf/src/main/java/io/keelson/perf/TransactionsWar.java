package io.keelson.perf;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes the WAR of the study of transactions, the same for all servers. */
final class TransactionsWar {
    /** The file that it is called by. */
    static final String FILE = "transactions.war";

    /** A file of it that tells that the application is there. */
    static final String READY = "/transactions/ready.txt";

    /** Path of the servlet that measures. */
    static final String MEASURE = "/transactions/measure";

    private static final String BEANS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0" bean-discovery-mode="annotated"/>
            """;
    private static final String WEB_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
              <servlet><servlet-name>measure</servlet-name><servlet-class>%s</servlet-class></servlet>
              <servlet-mapping><servlet-name>measure</servlet-name><url-pattern>/measure</url-pattern></servlet-mapping>
            %s</web-app>
            """;
    private static final String SOURCE = """
              <data-source>
                <name>java:app/jdbc/%s</name>
                <class-name>%s</class-name>
            %s    <initial-pool-size>1</initial-pool-size>
                <max-pool-size>16</max-pool-size>
                <min-pool-size>1</min-pool-size>
              </data-source>
            """;
    private static final String DATABASE = """
                <server-name>127.0.0.1</server-name>
                <port-number>%d</port-number>
                <database-name>postgres</database-name>
                <user>postgres</user>
                <password>postgres</password>
            """;
    private static final List<String> CLASSES = List.of(
            "CallCosts",
            "CallCosts$Call",
            "IdleConnections",
            "IdleDataSource",
            "IdleSource",
            "IdleXaDataSource",
            "IdleXaDataSource$Idle",
            "TransactionsBean",
            "TransactionsServlet");

    private TransactionsWar() {}

    /**
     * Writes it.
     *
     * @param ports of the two databases; none where only rows without a database are measured
     */
    static void write(Path file, List<Integer> ports) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            text(zip, "ready.txt", "ready");
            text(zip, "WEB-INF/beans.xml", BEANS);
            text(zip, "WEB-INF/web.xml", descriptor(ports));
            for (String name : CLASSES) {
                type(zip, name);
            }
            if (!ports.isEmpty()) {
                zip.putNextEntry(new ZipEntry("WEB-INF/lib/postgresql.jar"));
                Files.copy(driver(), zip);
            }
        }
    }

    /** Returns its web.xml. */
    static String descriptor(List<Integer> ports) {
        String packageName = TransactionsWar.class.getPackageName();
        List<String> sources = new ArrayList<>();
        sources.add(source("local", packageName + ".IdleDataSource", ""));
        sources.add(source("xa", packageName + ".IdleXaDataSource", ""));
        for (int i = 0; i < ports.size(); i++) {
            sources.add(source(
                    i == 0 ? "one" : "two",
                    "org.postgresql.xa.PGXADataSource",
                    String.format(Locale.ROOT, DATABASE, ports.get(i))));
        }
        return String.format(Locale.ROOT, WEB_XML, packageName + ".TransactionsServlet", String.join("", sources));
    }

    private static String source(String name, String type, String database) {
        return String.format(Locale.ROOT, SOURCE, name, type, database);
    }

    private static Path driver() throws IOException {
        try {
            return Path.of(Class.forName("org.postgresql.Driver")
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new IOException("the driver of PostgreSQL is not to be found", e);
        }
    }

    private static void text(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void type(ZipOutputStream zip, String name) throws IOException {
        String file = TransactionsWar.class.getPackageName().replace('.', '/') + "/" + name + ".class";
        zip.putNextEntry(new ZipEntry("WEB-INF/classes/" + file));
        try (InputStream in = TransactionsWar.class.getResourceAsStream("/" + file)) {
            if (in == null) {
                throw new IOException("the class file of " + name + " is not on the class path");
            }
            in.transferTo(zip);
        }
    }
}
