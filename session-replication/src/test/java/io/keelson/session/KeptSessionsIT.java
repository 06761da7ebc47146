package io.keelson.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.kernel.management.RuntimeState;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of an application on a whole server: over its redeployment and the server's restart. */
@Timeout(120)
class KeptSessionsIT {
    @TempDir
    Path directory;

    private final HttpClient client =
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
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(server.uri("/shop/count")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private TestServer start() throws Exception {
        return TestServer.builder().directory(directory.resolve("domain")).start();
    }

    @Test
    void filesOutlastRedeploymentAndRestart() throws Exception {
        Path war = war("file", "<persistent-store-type>file</persistent-store-type>");
        try (TestServer server = start()) {
            Deployer deployer = server.service(Deployer.class);
            deployer.deploy("shop", war, "/shop");
            assertThat(count(server)).isEqualTo("1 left 0 came 0");
            assertThat(count(server)).isEqualTo("2 left 0 came 0");
            deployer.redeploy("shop");
            assertThat(count(server)).isEqualTo("3 left 1 came 1");
            assertThat(server.service(RuntimeState.class).of("sessions").orElseThrow())
                    .singleElement()
                    .isInstanceOfSatisfying(SessionRuntime.class, runtime -> {
                        assertThat(runtime.application()).isEqualTo("shop");
                        assertThat(runtime.storeType()).isEqualTo("file");
                        assertThat(runtime.inMemory()).isEqualTo(1);
                        assertThat(runtime.storeState()).isEqualTo(StoreStatus.State.AVAILABLE);
                        assertThat(runtime.behind()).isZero();
                    });
        }
        try (TestServer server = start()) {
            if (server.service(RuntimeState.class).of("sessions").orElseThrow().isEmpty()) {
                server.service(Deployer.class).deploy("shop", war, "/shop");
            }
            assertThat(count(server)).isEqualTo("4 left 2 came 2");
        }
    }
}
