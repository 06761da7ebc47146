package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.testkit.TestServer;
import java.net.CookieManager;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two applications on a server, of which one may not dispatch to the other (Servlet 6.1, 4.1, 7.3 and 9.1). */
@Timeout(60)
class CrossContextIT {
    @TempDir
    static Path directory;

    private static TestServer server;

    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    @BeforeAll
    static void deploy() throws Exception {
        Path classes = directory.resolve("war/WEB-INF/classes/io/keelson/servlet/webapp");
        Files.createDirectories(classes);
        String servlet = "NeighbourServlet.class";
        Files.copy(
                Path.of(CrossContextIT.class.getResource("webapp").toURI()).resolve(servlet), classes.resolve(servlet));
        server = TestServer.builder()
                .yaml("name: test\nservers:\n  AdminServer:\n    listen-port: 0\n"
                        + "applications:\n  back:\n    cross-context: false\n")
                .start();
        server.service(Deployer.class).deploy("front", directory.resolve("war"), "/front");
        server.service(Deployer.class).deploy("back", directory.resolve("war"), "/back");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private String get(String path) throws Exception {
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void aForwardRunsInTheOtherApplicationWithItsSession() throws Exception {
        assertThat(get("/front/call?to=/back/anything")).isEqualTo("/back /back 1 1 true true /front null");
        assertThat(get("/front/call?to=/back")).isEqualTo("/back /back 2 1 true true /front null");
        // The session of the other one can be joined by requests that go there directly.
        assertThat(get("/back/target")).isEqualTo("/back /back 3 null true true null null");
        assertThat(get("/front/target")).isEqualTo("/front /front 3 null true true null null");
    }

    @Test
    void anAsynchronousDispatchGoesThereAndOn() throws Exception {
        assertThat(get("/front/call?to=/back&async")).isEqualTo("/back /back 1 1 true true null null");
        assertThat(get("/front/call?to=/back&async&again"))
                .isEqualTo("/back again with the session of /back, then /back /back 2 2 true true null null");
    }

    @Test
    void aSessionThatBeginsThereIsFoundAgainFromHere() throws Exception {
        assertThat(get("/front/call?to=/back&only")).isEqualTo("/back /back 1 null true true /front null");
        assertThat(get("/front/call?to=/back&only")).isEqualTo("/back /back 2 null true true /front null");
    }

    @Test
    void anIncludeComesBack() throws Exception {
        assertThat(get("/front/call?to=/back&include"))
                .isEqualTo("/back /back 1 1 true true null /back back in /front");
    }

    @Test
    void anApplicationThatMayNotSeesOnlyItself() throws Exception {
        assertThat(get("/back/call?to=/front")).isEqualTo("none");
        assertThat(get("/back/call?to=/back&include")).startsWith("/back /back 3 1 true true null /back");
    }

    @Test
    void anApplicationThatHasGoneIsNotReached() throws Exception {
        Deployer deployer = server.service(Deployer.class);
        deployer.deploy("gone", directory.resolve("war"), "/gone");
        assertThat(get("/front/call?to=/gone")).startsWith("/gone /gone 1");
        deployer.undeploy("gone");
        assertThat(get("/front/call?to=/gone")).isEqualTo("none");
    }
}
