package io.keelson.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.explain.Explanation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications that bring their data sources as GlassFish, Tomcat and TomEE read them. */
@Timeout(120)
class OtherServersFilesIT {
    private static final String RESOURCES = """
            <resources>
              <jdbc-connection-pool name="p" datasource-classname="org.h2.jdbcx.JdbcDataSource" res-type="javax.sql.DataSource"
                  transaction-isolation-level="serializable">
                <property name="URL" value="jdbc:h2:mem:%s"/>
                <property name="User" value="KEEPER"/>
                <property name="Password" value="pw"/>
              </jdbc-connection-pool>
              <jdbc-resource jndi-name="java:app/jdbc/orders" pool-name="p"/>
              <mail-resource jndi-name="mail/m" host="h" user="u" from="f"/>
            </resources>
            """;

    @TempDir
    Path directory;

    private static String get(EmbeddedServer server, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString())
                .body();
    }

    private static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return out.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] war(Map<String, byte[]> more) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>(more);
        String name = "io/keelson/embedded/Orders.class";
        try (var in = Orders.class.getClassLoader().getResourceAsStream(name)) {
            entries.put("WEB-INF/classes/" + name, in.readAllBytes());
        }
        entries.put(
                "WEB-INF/web.xml",
                bytes("<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\"><servlet><servlet-name>o"
                        + "</servlet-name><servlet-class>io.keelson.embedded.Orders</servlet-class></servlet>"
                        + "<servlet-mapping><servlet-name>o</servlet-name><url-pattern>/orders</url-pattern>"
                        + "</servlet-mapping></web-app>"));
        return zip(entries);
    }

    private Path file(String name, byte[] content) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(content);
        }
        return file;
    }

    @Test
    void aWebApplicationHasTheDataSourcesOfItsFile() throws Exception {
        Path war = file("shop.war", war(Map.of("WEB-INF/glassfish-resources.xml", bytes(RESOURCES.formatted("shop")))));
        try (EmbeddedServer server = EmbeddedServer.start()) {
            Deployer deployer = server.testServer().service(Deployer.class);
            Explanation explanation = deployer.explain("shop", war, null, "");
            assertThat(explanation.problem()).isNull();
            assertThat(explanation.modules().get(0).descriptors())
                    .containsExactly(new Explanation.Descriptor(
                            "WEB-INF/glassfish-resources.xml",
                            true,
                            List.of("java:app/jdbc/orders"),
                            List.of("mail-resource mail/m")));

            deployer.deploy("shop", war, null);
            assertThat(get(server, "/shop/orders?name=java:app/jdbc/orders"))
                    .isEqualTo("jdbc:h2:mem:shop KEEPER " + Connection.TRANSACTION_SERIALIZABLE);
            deployer.deploy("shop", war, null);
            assertThat(get(server, "/shop/orders?name=java:app/jdbc/orders")).startsWith("jdbc:h2:mem:shop");
        }
    }

    @Test
    void aWebApplicationHasTheResourcesOfTomcatAndTomee() throws Exception {
        Path war = file(
                "tom.war",
                war(Map.of(
                        "META-INF/context.xml",
                        bytes("<Context><Resource name='jdbc/c' type='javax.sql.DataSource' url='jdbc:h2:mem:tomc'"
                                + " driverClassName='org.h2.Driver' username='cat' password='p'/><Resource"
                                + " name='jdbc/absent' type='javax.sql.DataSource' driverClassName='no.such.Driver'"
                                + " url='jdbc:no:such'/></Context>"),
                        "WEB-INF/classes/META-INF/resources.xml",
                        bytes("<resources><Resource id='jdbc/e' type='javax.sql.DataSource'>\n"
                                + "JdbcDriver = org.hsqldb.jdbcDriver\nJdbcUrl = jdbc:hsqldb:mem:tome\n"
                                + "UserName = ee\n</Resource></resources>"))));
        try (EmbeddedServer server = EmbeddedServer.start()) {
            Deployer deployer = server.testServer().service(Deployer.class);
            deployer.deploy("tom", war, null);
            assertThat(get(server, "/tom/orders?name=java:comp/env/jdbc/c")).startsWith("jdbc:h2:mem:tomc CAT");
            assertThat(get(server, "/tom/orders?name=java:comp/env/jdbc/e")).startsWith("jdbc:h2:mem:tome EE");
            assertThat(get(server, "/tom/orders?name=java:comp/env/jdbc/absent"))
                    .contains("NameNotFoundException");
        }
    }

    @Test
    void allModulesOfAnEnterpriseApplicationHaveThoseOfItsFile() throws Exception {
        Path ear = file(
                "shop.ear",
                zip(Map.of(
                        "one.war", war(Map.of()),
                        "two.war", war(Map.of()),
                        "META-INF/glassfish-resources.xml", bytes(RESOURCES.formatted("whole")))));
        try (EmbeddedServer server = EmbeddedServer.start()) {
            Deployer deployer = server.testServer().service(Deployer.class);
            Explanation explanation = deployer.explain("shop", ear, null, "");
            assertThat(explanation.problem()).isNull();
            assertThat(explanation.modules().stream()
                            .flatMap(module -> module.descriptors().stream())
                            .toList())
                    .containsExactly(new Explanation.Descriptor(
                            "EAR!META-INF/glassfish-resources.xml",
                            true,
                            List.of("java:app/jdbc/orders"),
                            List.of("mail-resource mail/m")));

            deployer.deploy("shop", ear, null);
            assertThat(get(server, "/one/orders?name=java:app/jdbc/orders")).startsWith("jdbc:h2:mem:whole KEEPER");
            assertThat(get(server, "/two/orders?name=java:app/jdbc/orders")).startsWith("jdbc:h2:mem:whole KEEPER");
        }
    }
}
