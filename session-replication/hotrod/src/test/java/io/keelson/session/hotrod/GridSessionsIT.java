package io.keelson.session.hotrod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.session.webapp.CounterServlet;
import io.keelson.testkit.TestServer;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application on a whole server, with its sessions on a grid: over redeployment, the server's restart and the grid's absence. */
@Timeout(120)
class GridSessionsIT {
    @TempDir
    Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    private Path war(String name, String more) throws Exception {
        Path war = directory.resolve(name);
        Path classes = war.resolve("WEB-INF/classes/io/keelson/session/webapp");
        Files.createDirectories(classes);
        for (String type : new String[] {"CounterServlet", "Counter"}) {
            try (InputStream in = CounterServlet.class.getResourceAsStream(type + ".class")) {
                Files.copy(in, classes.resolve(type + ".class"));
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
                "<weblogic-web-app><session-descriptor><persistent-store-type>cache</persistent-store-type>" + more
                        + "</session-descriptor></weblogic-web-app>");
        return war;
    }

    private TestServer start(String grids) throws Exception {
        return TestServer.builder()
                .directory(directory.resolve("domain"))
                .yaml("name: test\nservers:\n  " + TestServer.NAME + ":\n    listen-port: 0\n" + grids)
                .start();
    }

    private static String grid(int port) {
        return "session-grids:\n  main:\n    addresses: [\"127.0.0.1:" + port
                + "\"]\n    tls-enabled: false\n    user: "
                + GridServer.USER + "\n    password-file: grid-password\n    sasl-mechanism: DIGEST-MD5\n"
                + "    jndi-names: [cache/sessions]\n";
    }

    private String count(TestServer server) throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(server.uri("/shop/count")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    @Test
    void sessionsOutlastTheServerAndTheAbsenceOfTheGrid() throws Exception {
        Path war = war("shop", "<persistent-data-source-jndi-name>cache/sessions</persistent-data-source-jndi-name>");
        Files.createDirectories(directory.resolve("domain"));
        Files.writeString(directory.resolve("domain/grid-password"), GridServer.PASSWORD + "\n");
        try (GridServer grid = GridServer.startAuthenticated()) {
            try (TestServer server = start(grid(grid.port()))) {
                server.service(Deployer.class).deploy("shop", war, "/shop");
                assertThat(count(server)).isEqualTo("1 left 0 came 0");
                server.service(Deployer.class).redeploy("shop");
                assertThat(count(server)).isEqualTo("2 left 1 came 1");
                grid.end();
                assertThat(count(server)).isEqualTo("3 left 1 came 1");
                grid.begin();
                assertThat(count(server)).isEqualTo("4 left 1 came 1");
            }
            try (TestServer server = start(grid(grid.port()))) {
                assertThat(count(server)).isEqualTo("5 left 2 came 2");
            }
        }
    }

    /** An application may call the grid by a name of its own, which its descriptor maps. */
    @Test
    void aNameOfTheApplicationsOwnLeadsToTheGrid() throws Exception {
        Path war = war(
                "own", "<persistent-data-source-jndi-name>java:comp/env/cache/here</persistent-data-source-jndi-name>");
        Files.createDirectories(directory.resolve("domain"));
        Files.writeString(directory.resolve("domain/grid-password"), GridServer.PASSWORD + "\n");
        try (GridServer grid = GridServer.startAuthenticated();
                TestServer server = start(grid(grid.port()))) {
            assertThatThrownBy(() -> server.service(Deployer.class).deploy("shop", war, "/shop"))
                    .hasMessageContaining("no reference of the application says what 'java:comp/env/cache/here' is");
            Path web = war.resolve("WEB-INF/web.xml");
            Files.writeString(
                    web,
                    Files.readString(web)
                            .replace(
                                    "</web-app>",
                                    "<resource-env-ref><resource-env-ref-name>cache/here</resource-env-ref-name>"
                                            + "<lookup-name>cache/sessions</lookup-name></resource-env-ref></web-app>"));
            server.service(Deployer.class).deploy("shop", war, "/shop");
            assertThat(count(server)).isEqualTo("1 left 0 came 0");
            server.service(Deployer.class).redeploy("shop");
            assertThat(count(server)).isEqualTo("2 left 1 came 1");
        }
    }

    @Test
    void aGridHasToBeDescribed() throws Exception {
        Path nothing = war("nothing", "");
        Path wrong = war("wrong", "<persistent-data-source-jndi-name>other</persistent-data-source-jndi-name>");
        try (TestServer server = start("")) {
            assertThatThrownBy(() -> server.service(Deployer.class).deploy("shop", nothing, "/shop"))
                    .hasMessageContaining("WEB-INF/weblogic.xml:1:")
                    .hasMessageContaining("describe one in session-grids");
        }
        String plain = "session-grids:\n  main:\n    addresses: [127.0.0.1]\n    tls-enabled: false\n    user: u\n"
                + "    password: p\n    sasl-mechanism: PLAIN\n";
        try (TestServer server = start(plain)) {
            assertThatThrownBy(() -> server.service(Deployer.class).deploy("shop", wrong, "/shop"))
                    .hasMessageContaining("no session grid is called 'other'; the domain has main");
            assertThatThrownBy(() -> server.service(Deployer.class).deploy("shop", nothing, "/shop"))
                    .hasMessageContaining("would send the password in the clear");
        }
    }
}
