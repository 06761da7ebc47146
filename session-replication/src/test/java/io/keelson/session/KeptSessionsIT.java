package io.keelson.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.Configuration;
import io.keelson.deploy.Deployer;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.spi.session.SessionReports;
import io.keelson.servlet.SessionRuntime;
import io.keelson.servlet.spi.StoreStatus;
import io.keelson.session.webapp.CounterServlet;
import io.keelson.testkit.TestServer;
import java.io.IOException;
import java.net.CookieManager;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of an application on a whole server: over its redeployment and the server's restart. */
@Timeout(120)
class KeptSessionsIT {
    @TempDir
    Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final HttpClient other =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    private Path war(String name, String session) throws Exception {
        Path war = directory.resolve(name);
        Path classes = war.resolve("WEB-INF/classes/io/keelson/session/webapp");
        Files.createDirectories(classes);
        Path compiled = Path.of(CounterServlet.class.getResource(".").toURI());
        try (Stream<Path> files = Files.list(compiled)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, classes.resolve(file.getFileName().toString()));
            }
        }
        Files.writeString(war.resolve("WEB-INF/web.xml"), """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1">
                  <servlet><servlet-name>c</servlet-name><servlet-class>io.keelson.session.webapp.CounterServlet</servlet-class></servlet>
                  <servlet-mapping><servlet-name>c</servlet-name><url-pattern>/count</url-pattern></servlet-mapping>
                </web-app>
                """);
        Files.writeString(
                war.resolve("WEB-INF/weblogic.xml"),
                "<weblogic-web-app><session-descriptor>" + session + "</session-descriptor></weblogic-web-app>");
        return war;
    }

    private String count(TestServer server) throws IOException, InterruptedException {
        return count(server, "");
    }

    private String count(TestServer server, String query) throws IOException, InterruptedException {
        return count(client, server, query);
    }

    private static String count(HttpClient by, TestServer server, String query)
            throws IOException, InterruptedException {
        HttpResponse<String> response = by.send(
                HttpRequest.newBuilder(server.uri("/shop/count" + query)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private TestServer start() throws Exception {
        String yaml = "name: test\nservers:\n  " + TestServer.NAME + ":\n    listen-port: 0\n"
                + "data-sources:\n  kept:\n    jndi-names: [jdbc/kept]\n    url: jdbc:h2:file:"
                + directory.resolve("rows").toAbsolutePath() + "\n";
        return TestServer.builder()
                .directory(directory.resolve("domain"))
                .yaml(yaml)
                .start();
    }

    private static void change(TestServer server, String from, String to) throws Exception {
        DomainConfiguration now = (DomainConfiguration) server.service(Configuration.class);
        String text = now.file().text().replace(from, to);
        server.control().applyConfiguration(now.with(DomainFile.parse(now.file().path(), text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc", "async-jdbc"})
    void sessionsGoOnOverAChangeOfTheirPool(String type) throws Exception {
        Path war = war(
                type,
                "<persistent-store-type>" + type + "</persistent-store-type>"
                        + "<persistent-data-source-jndi-name>jdbc/kept</persistent-data-source-jndi-name>");
        try (TestServer server = start()) {
            Deployer deployer = server.service(Deployer.class);
            deployer.deploy("shop", war, "/shop");
            assertThat(count(server)).isEqualTo("1 left 0 came 0");
            String described = "    jndi-names: [jdbc/kept]\n";
            assertThatThrownBy(() -> change(server, described, "    jndi-names: [jdbc/other]\n"))
                    .hasMessageContaining(
                            "cannot give up the name jdbc/kept while it is used by the sessions of application"
                                    + " shop");
            change(server, described, described + "    test-query: select 1\n    drain-timeout: 1s\n");
            assertThat(count(server)).isEqualTo("2 left 0 came 0");
            change(server, "rows\n", "rows;CACHE_SIZE=1024\n");
            assertThat(count(server)).isEqualTo("3 left 0 came 0");
            deployer.redeploy("shop");
            assertThat(count(server)).as("from the database").startsWith("4 ");
            deployer.undeploy("shop");
            change(server, described, "    jndi-names: [jdbc/other]\n");
        }
    }

    /** Who has a session stays in its version, also over a restart; the version is there until the last of them has ended. */
    @ParameterizedTest
    @ValueSource(strings = {"file", "jdbc", "async-jdbc"})
    void versionsSideBySide(String type) throws Exception {
        Path war = war(
                type,
                "<persistent-store-type>" + type + "</persistent-store-type>"
                        + "<persistent-data-source-jndi-name>jdbc/kept</persistent-data-source-jndi-name>"
                        + "<persistent-store-dir>" + directory.resolve("kept") + "</persistent-store-dir>");
        try (TestServer server = start()) {
            Deployer deployer = server.service(Deployer.class);
            deployer.deploy("shop", war, "/shop", null, new Deployer.Release("1", null));
            assertThat(count(client, server, "")).isEqualTo("1 left 0 came 0");
            deployer.deploy("shop", war, null, null, new Deployer.Release("2", null));
            assertThat(count(client, server, "")).isEqualTo("2 left 0 came 0");
            assertThat(count(other, server, "")).isEqualTo("1 left 0 came 0");
            assertThat(count(other, server, "")).isEqualTo("2 left 0 came 0");
            assertThat(listed(server)).containsExactly("2 RUNNING", "1 RETIRING");
        }
        try (TestServer server = start()) {
            // Nothing is in memory now.
            assertThat(count(client, server, "")).isEqualTo("3 left 1 came 1");
            assertThat(count(other, server, "")).isEqualTo("3 left 1 came 1");
            assertThat(listed(server)).containsExactly("2 RUNNING", "1 RETIRING");
            assertThat(count(client, server, "?end")).isEqualTo("4 left 1 came 1");
            assertThat(count(client, server, "")).as("a new client").isEqualTo("1 left 0 came 0");
            await().atMost(Duration.ofSeconds(30)).until(() -> listed(server).equals(List.of("2 RUNNING")));
            assertThat(count(other, server, "")).isEqualTo("4 left 1 came 1");
        }
    }

    private static List<String> listed(TestServer server) {
        return server.service(Deployer.class).applications().stream()
                .filter(one -> one.name().equals("shop"))
                .map(one -> one.version() + " " + one.state())
                .toList();
    }

    @Test
    void versionsSideBySideAreNotForSessionsThatNobodyCanCount() throws Exception {
        Path kept = war("kept", "<persistent-store-type>cookie</persistent-store-type>");
        Path inMemory = war("in-memory", "<persistent-store-type>memory</persistent-store-type>");
        try (TestServer server = start()) {
            Deployer deployer = server.service(Deployer.class);
            deployer.deploy("shop", kept, "/shop", null, new Deployer.Release("1", null));
            assertThat(count(server)).isEqualTo("1 left 0 came 0");
            for (Path second : List.of(kept, inMemory)) {
                assertThatThrownBy(() -> deployer.deploy("shop", second, null, null, new Deployer.Release("2", null)))
                        .hasMessageContaining("side by side are for sessions in memory")
                        .hasMessageContaining("shop@1")
                        .hasMessageContaining("(cookie)");
            }
            assertThat(count(server)).startsWith("2 ");
            // In its place it is replaced as ever.
            deployer.deploy("shop", kept, "/shop", null, new Deployer.Release("1", null));
            assertThat(count(server)).startsWith("3 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "jdbc", "async-jdbc"})
    void sessionsOutlastRedeploymentAndRestart(String type) throws Exception {
        Path war = war(
                type,
                "<persistent-store-type>" + type + "</persistent-store-type>"
                        + "<persistent-data-source-jndi-name>jdbc/kept</persistent-data-source-jndi-name>");
        try (TestServer server = start()) {
            Deployer deployer = server.service(Deployer.class);
            deployer.deploy("shop", war, "/shop");
            assertThat(count(server)).isEqualTo("1 left 0 came 0");
            assertThat(count(server)).isEqualTo("2 left 0 came 0");
            deployer.redeploy("shop");
            assertThat(count(server)).isEqualTo("3 left 1 came 1");
            assertThat(sessions(server)).singleElement().satisfies(runtime -> {
                assertThat(runtime.application()).isEqualTo("shop");
                assertThat(runtime.storeType()).isEqualTo(type);
                assertThat(runtime.inMemory()).isEqualTo(1);
                assertThat(runtime.storeState()).isEqualTo(StoreStatus.State.AVAILABLE);
                assertThat(runtime.behind()).isEqualTo(type.equals("async-jdbc") ? 1 : 0);
            });
        }
        try (TestServer server = start()) {
            if (sessions(server).isEmpty()) {
                server.service(Deployer.class).deploy("shop", war, "/shop");
            }
            assertThat(count(server)).isEqualTo("4 left 2 came 2");
        }
    }

    /** An application may call the data source by a name of its own, which its descriptor maps. */
    @Test
    void aNameOfTheApplicationsOwnLeadsToTheDataSource() throws Exception {
        String own = "<persistent-store-type>jdbc</persistent-store-type>"
                + "<persistent-data-source-jndi-name>java:comp/env/kept/here</persistent-data-source-jndi-name>";
        Path war = war("own", own);
        try (TestServer server = start()) {
            Deployer deployer = server.service(Deployer.class);
            assertThatThrownBy(() -> deployer.deploy("shop", war, "/shop"))
                    .hasMessageContaining("weblogic.xml:")
                    .hasMessageContaining("no reference of the application says what 'java:comp/env/kept/here' is");
            Path web = war.resolve("WEB-INF/web.xml");
            Files.writeString(
                    web,
                    Files.readString(web)
                            .replace(
                                    "</web-app>",
                                    "<resource-ref><res-ref-name>kept/here</res-ref-name><res-type>javax.sql.DataSource"
                                            + "</res-type><lookup-name>jdbc/kept</lookup-name></resource-ref></web-app>"));
            deployer.deploy("shop", war, "/shop");
            assertThat(count(server)).isEqualTo("1 left 0 came 0");
            deployer.redeploy("shop");
            assertThat(count(server)).isEqualTo("2 left 1 came 1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file", "jdbc"})
    void anAttributeNamesThem(String type) throws Exception {
        Path war = war(
                type,
                "<persistent-store-type>" + type + "</persistent-store-type>"
                        + "<persistent-data-source-jndi-name>jdbc/kept</persistent-data-source-jndi-name>"
                        + "<monitoring-attribute-name>user</monitoring-attribute-name>");
        try (TestServer server = start()) {
            server.service(Deployer.class).deploy("shop", war, "/shop");
            String id = count(server, "?user=Alice%20of%20%C3%9Cme%C3%A5").split(" id ")[1];
            assertThat(server.service(SessionReports.class).look(id))
                    .singleElement()
                    .satisfies(sight -> assertThat(sight.content().name()).contains("Alice of Ümeå"));
        }
    }

    private static List<SessionRuntime> sessions(TestServer server) {
        return server.service(RuntimeState.class).of("sessions").orElseThrow().stream()
                .map(SessionRuntime.class::cast)
                .toList();
    }

    @Test
    void rowsNeedADataSourceOfTheServer() throws Exception {
        String jdbc = "<persistent-store-type>jdbc</persistent-store-type>";
        Path none = war("none", jdbc);
        Path wrong =
                war("wrong", jdbc + "<persistent-data-source-jndi-name>jdbc/none</persistent-data-source-jndi-name>");
        Path hostile = war(
                "hostile",
                jdbc + "<persistent-data-source-jndi-name>jdbc/kept</persistent-data-source-jndi-name>"
                        + "<persistent-store-table>x; drop table y</persistent-store-table>");
        try (TestServer server = start()) {
            Deployer deployer = server.service(Deployer.class);
            assertThatThrownBy(() -> deployer.deploy("shop", none, "/shop"))
                    .hasMessageContaining("WEB-INF/weblogic.xml:1:")
                    .hasMessageContaining("persistent-data-source-jndi-name");
            assertThatThrownBy(() -> deployer.deploy("shop", wrong, "/shop"))
                    .hasMessageContaining("WEB-INF/weblogic.xml:1:")
                    .hasMessageContaining("no data source of this server is bound as 'jdbc/none'");
            assertThatThrownBy(() -> deployer.deploy("shop", hostile, "/shop"))
                    .hasMessageContaining("is no name of a table");
        }
    }
}
