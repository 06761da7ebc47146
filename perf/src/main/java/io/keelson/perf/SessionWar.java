package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Writes the WARs of the study of sessions: the same servlet, with what says where its sessions are kept. */
final class SessionWar {
    private static final String WEB_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
              %s
              <servlet>
                <servlet-name>attribute</servlet-name>
                <servlet-class>%s</servlet-class>
                <load-on-startup>1</load-on-startup>
              </servlet>
              <servlet-mapping><servlet-name>attribute</servlet-name><url-pattern>/attribute</url-pattern></servlet-mapping>
            </web-app>
            """;
    private static final String WEBLOGIC_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <weblogic-web-app>
              <session-descriptor><persistent-store-type>%s</persistent-store-type></session-descriptor>
            </weblogic-web-app>
            """;

    private SessionWar() {}

    /** For Keelson: a type of store. */
    static void writeForKeelson(Path file, String store) throws IOException {
        Trio.archive(
                file,
                Map.of(
                        "WEB-INF/web.xml",
                        webXml(true),
                        "WEB-INF/weblogic.xml",
                        String.format(Locale.ROOT, WEBLOGIC_XML, store)),
                "WEB-INF/classes/",
                AttributeServlet.class);
    }

    /** For a server that looks at {@code distributable}. */
    static void write(Path file, boolean distributable) throws IOException {
        Trio.archive(
                file, Map.of("WEB-INF/web.xml", webXml(distributable)), "WEB-INF/classes/", AttributeServlet.class);
    }

    private static String webXml(boolean distributable) {
        return String.format(
                Locale.ROOT, WEB_XML, distributable ? "<distributable/>" : "", AttributeServlet.class.getName());
    }
}
