package io.keelson.ee.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

class PartTest {
    private static final String SERVICES = "META-INF/services/";

    /** RESTEasy looks for its services by the context class loader, which is that of the application. */
    @Test
    void applicationsSeeTheServicesOfResteasy() throws Exception {
        Set<String> offered = new TreeSet<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (path.matches(".*/resteasy-(core|client|cdi|multipart-provider|validator-provider)-[^/]*\\.jar")) {
                try (JarFile jar = new JarFile(path)) {
                    for (Enumeration<JarEntry> each = jar.entries(); each.hasMoreElements(); ) {
                        String name = each.nextElement().getName();
                        if (name.startsWith(SERVICES) && !name.endsWith("/")) {
                            offered.add(name.substring(SERVICES.length()));
                        }
                    }
                }
            }
        }
        Properties part = new Properties();
        try (InputStream in = getClass().getResourceAsStream("/META-INF/keelson/part.properties")) {
            part.load(in);
        }

        assertThat(offered)
                .contains("jakarta.ws.rs.ext.RuntimeDelegate", "org.jboss.resteasy.spi.concurrent.ThreadContext");
        assertThat(Arrays.asList(part.getProperty("services").split("\\s*,\\s*")))
                .containsAll(offered);
    }
}
