package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the application of {@link UsersStudy}, with what says where its sessions are kept. */
final class BusinessWar {
    /** The JNDI name of the data source that the stores of rows use. */
    static final String DATA_SOURCE = "jdbc/sessions";

    private static final String WEB_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0" metadata-complete="true">
              <distributable/>
              <servlet>
                <servlet-name>business</servlet-name>
                <servlet-class>%s</servlet-class>
                <load-on-startup>1</load-on-startup>
              </servlet>
              <servlet-mapping><servlet-name>business</servlet-name><url-pattern>/*</url-pattern></servlet-mapping>
            </web-app>
            """;
    private static final String WEBLOGIC_XML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <weblogic-web-app>
              <session-descriptor>
                <persistent-store-type>%s</persistent-store-type>%s
                <cookie-path>/%s</cookie-path>
              </session-descriptor>
            </weblogic-web-app>
            """;

    private BusinessWar() {}

    static void write(Path file, String store) throws IOException {
        String rows = store.contains("jdbc")
                ? "<persistent-data-source-jndi-name>" + DATA_SOURCE + "</persistent-data-source-jndi-name>"
                        + "<persistent-store-table-name>sessions_" + store.replace('-', '_')
                        + "</persistent-store-table-name>"
                : "";
        List<Class<?>> types =
                new ArrayList<>(List.of(BusinessServlet.class, BusinessKind.class, BusinessFolder.class));
        types.addAll(List.of(BusinessFolder.class.getDeclaredClasses()));
        Trio.archive(
                file,
                Map.of(
                        "WEB-INF/web.xml",
                        String.format(Locale.ROOT, WEB_XML, BusinessServlet.class.getName()),
                        "WEB-INF/weblogic.xml",
                        String.format(Locale.ROOT, WEBLOGIC_XML, store, rows, store)),
                "WEB-INF/classes/",
                types.toArray(Class<?>[]::new));
    }
}
