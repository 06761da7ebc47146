package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.Deployer.Release;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.testkit.TestServer;
import java.net.CookieManager;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two versions of an application on a server: whose requests come to which (docs/design/application-versions.md). */
@Timeout(120)
class SideBySideIT {
    @TempDir
    Path directory;

    private TestServer server;
    private Deployer deployer;

    @BeforeEach
    void start() throws Exception {
        server = TestServer.builder()
                .yaml("name: test\nservers:\n  AdminServer:\n    listen-port: 0\n")
                .start();
        deployer = server.service(Deployer.class);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** One client with its cookies. */
    private final class Visitor {
        private final HttpClient client =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

        String get(String path) throws Exception {
            HttpResponse<String> answer = client.send(request(path), HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200
                    ? answer.body().replaceAll(" /shop.*", "")
                    : "status " + answer.statusCode();
        }

        CompletableFuture<String> later(String path) {
            return client.sendAsync(request(path), HttpResponse.BodyHandlers.ofString())
                    .thenApply(answer -> answer.body().replaceAll(" /shop.*", ""));
        }

        private HttpRequest request(String path) {
            return HttpRequest.newBuilder(server.uri(path))
                    .timeout(Duration.ofSeconds(60))
                    .build();
        }
    }

    private Path war(String release) throws Exception {
        Path war = Files.createDirectories(directory.resolve("war" + release));
        Path classes = Files.createDirectories(war.resolve("WEB-INF/classes/io/keelson/servlet/webapp"));
        Path servlet = classes.resolve("ReleaseServlet.class");
        if (!Files.exists(servlet)) {
            Files.copy(
                    Path.of(SideBySideIT.class.getResource("webapp").toURI()).resolve("ReleaseServlet.class"), servlet);
        }
        Files.writeString(
                war.resolve("WEB-INF/web.xml"),
                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\"><context-param><param-name>release"
                        + "</param-name><param-value>" + release + "</param-value></context-param></web-app>");
        return war;
    }

    private void deploy(String version, @Nullable Duration retireTimeout) throws Exception {
        deployer.deploy("shop", war(version), null, null, new Release(version, retireTimeout));
    }

    private List<String> listed() {
        return listed("shop");
    }

    private List<String> listed(String name) {
        return deployer.applications().stream()
                .filter(one -> one.name().equals(name))
                .map(one -> one.version() + " " + one.state())
                .toList();
    }

    private void awaitListed(String name, String... wanted) {
        for (int i = 0; i < 3000 && !listed(name).equals(List.of(wanted)); i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        assertThat(listed(name)).containsExactly(wanted);
    }

    @Test
    void whoHasASessionStaysAndNewClientsComeToTheNewVersion() throws Exception {
        deploy("1", null);
        Visitor old = new Visitor();
        Visitor other = new Visitor();
        assertThat(old.get("/shop/release?count")).isEqualTo("1 1 shop");
        assertThat(other.get("/shop/release?count")).isEqualTo("1 1 shop");
        deploy("2", null);
        Visitor fresh = new Visitor();
        assertThat(old.get("/shop/release?count")).isEqualTo("1 2 shop");
        assertThat(fresh.get("/shop/release")).isEqualTo("2 - shop");
        assertThat(fresh.get("/shop/release?count")).isEqualTo("2 1 shop");
        assertThat(fresh.get("/shop/release?count")).isEqualTo("2 2 shop");
        assertThat(listed()).containsExactly("2 RUNNING", "1 RETIRING");

        // A login ends the session and begins another: it stays. Whose session has ended is new.
        assertThat(old.get("/shop/release?again")).isEqualTo("1 1 shop");
        assertThat(old.get("/shop/release?end")).isEqualTo("1 - shop");
        assertThat(old.get("/shop/release?count")).isEqualTo("2 1 shop");
        assertThat(other.get("/shop/release?count")).isEqualTo("1 2 shop");
        assertThat(listed()).containsExactly("2 RUNNING", "1 RETIRING");
        assertThat(other.get("/shop/release?end")).isEqualTo("1 - shop");
        awaitListed("shop", "2 RUNNING");
        assertThat(other.get("/shop/release")).isEqualTo("2 - shop");
        assertThat(fresh.get("/shop/release?count")).isEqualTo("2 3 shop");
    }

    @Test
    void aSessionInTheUrlLeadsToItsVersionToo() throws Exception {
        deploy("1", null);
        HttpClient client = HttpClient.newHttpClient();
        String said = client.send(
                        HttpRequest.newBuilder(server.uri("/shop/release?count"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        String url = said.substring(said.indexOf("/shop/release"));
        assertThat(url).contains(";jsessionid=");
        deploy("2", null);
        assertThat(new Visitor().get(url + "?count")).isEqualTo("1 2 shop");
        assertThat(new Visitor().get("/shop/release;jsessionid=unknown")).isEqualTo("2 - shop");
    }

    @Test
    void aRequestUnderWayHoldsTheOldVersion() throws Exception {
        deploy("1", null);
        Visitor old = new Visitor();
        assertThat(old.get("/shop/release?count")).isEqualTo("1 1 shop");
        deploy("2", null);
        Path go = directory.resolve("go");
        // It ends the last session, and waits.
        CompletableFuture<String> waiting = old.later("/shop/release?wait=" + go);
        for (int i = 0; i < 3000 && !old.get("/shop/release").startsWith("2"); i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        assertThat(old.get("/shop/release")).isEqualTo("2 - shop");
        // When another application's old version has gone, this one's has been looked at.
        for (String version : List.of("1", "2")) {
            deployer.deploy("other", war(version), null, null, new Release(version, null));
        }
        awaitListed("other", "2 RUNNING");
        assertThat(listed("shop")).containsExactly("2 RUNNING", "1 RETIRING");
        assertThat(waiting).isNotDone();
        Files.createFile(go);
        assertThat(waiting.get(60, TimeUnit.SECONDS)).isEqualTo("1 - shop");
        awaitListed("shop", "2 RUNNING");
    }

    @Test
    void theTimeoutEndsTheSessionsOfTheOldVersion() throws Exception {
        deploy("1", null);
        Visitor old = new Visitor();
        assertThat(old.get("/shop/release?count")).isEqualTo("1 1 shop");
        deploy("2", Duration.ofSeconds(1));
        awaitListed("shop", "2 RUNNING");
        assertThat(old.get("/shop/release?count")).isEqualTo("2 1 shop");
    }

    @Test
    void theWayBackKeepsTheSessionsOfBoth() throws Exception {
        deploy("1", null);
        Visitor first = new Visitor();
        assertThat(first.get("/shop/release?count")).isEqualTo("1 1 shop");
        deploy("2", null);
        Visitor second = new Visitor();
        assertThat(second.get("/shop/release?count")).isEqualTo("2 1 shop");
        deployer.redeployVersion("shop", "1");
        assertThat(listed()).containsExactly("1 RUNNING", "2 RETIRING");
        assertThat(first.get("/shop/release?count")).isEqualTo("1 2 shop");
        assertThat(second.get("/shop/release?count")).isEqualTo("2 2 shop");
        assertThat(new Visitor().get("/shop/release")).isEqualTo("1 - shop");
        deployer.undeploy("shop", "1");
        assertThat(listed()).containsExactly("2 RUNNING");
        assertThat(first.get("/shop/release?count")).isEqualTo("2 1 shop");
        assertThat(second.get("/shop/release?count")).isEqualTo("2 3 shop");
    }

    @Test
    void theActiveVersionIsReplacedWhileTheOtherServesOn() throws Exception {
        deploy("1", null);
        Visitor old = new Visitor();
        assertThat(old.get("/shop/release?count")).isEqualTo("1 1 shop");
        deploy("2", null);
        deploy("2", null);
        assertThat(old.get("/shop/release?count")).isEqualTo("1 2 shop");
        assertThat(new Visitor().get("/shop/release")).isEqualTo("2 - shop");
        assertThat(listed()).containsExactly("2 RUNNING", "1 RETIRING");
    }

    @Test
    void aVersionThatDoesNotStartChangesNothing() throws Exception {
        deploy("1", null);
        Visitor old = new Visitor();
        assertThat(old.get("/shop/release?count")).isEqualTo("1 1 shop");
        Path broken = war("2");
        Files.writeString(
                broken.resolve("WEB-INF/web.xml"),
                "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\" version=\"6.1\"><listener><listener-class>none.Such"
                        + "</listener-class></listener></web-app>");
        assertThatThrownBy(() -> deployer.deploy("shop", broken, null, null, new Release("2", null)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("none.Such");
        assertThat(listed()).containsExactly("1 RUNNING");
        assertThat(old.get("/shop/release?count")).isEqualTo("1 2 shop");
        assertThat(new Visitor().get("/shop/release")).isEqualTo("1 - shop");
        assertThatThrownBy(() -> deployer.deploy("shop", war("3"), "/other", null, new Release("3", null)))
                .hasMessageContaining("/other");
        assertThat(new Visitor().get("/other/release")).isEqualTo("status 404");
        assertThat(new Visitor().get("/shop/release")).isEqualTo("1 - shop");
    }

    @Test
    void aGlobalNameIsBoundByOneVersionOnly() throws Exception {
        deployer.deploy("shop", bindsGlobally("1"), null, null, new Release("1", null));
        Visitor old = new Visitor();
        assertThat(old.get("/shop/release?count")).isEqualTo("1 1 shop");
        assertThatThrownBy(() -> deployer.deploy("shop", bindsGlobally("2"), null, null, new Release("2", null)))
                .hasMessageContaining("java:global/limit")
                .hasMessageContaining("shop@1");
        assertThat(listed()).containsExactly("1 RUNNING");
        assertThat(old.get("/shop/release?count")).isEqualTo("1 2 shop");
    }

    private Path bindsGlobally(String release) throws Exception {
        Path war = war(release);
        Path descriptor = war.resolve("WEB-INF/web.xml");
        Files.writeString(
                descriptor,
                Files.readString(descriptor)
                        .replace(
                                "</web-app>",
                                "<env-entry><env-entry-name>java:global/limit</env-entry-name><env-entry-type>java.lang.Integer"
                                        + "</env-entry-type><env-entry-value>7</env-entry-value></env-entry></web-app>"));
        return war;
    }
}
