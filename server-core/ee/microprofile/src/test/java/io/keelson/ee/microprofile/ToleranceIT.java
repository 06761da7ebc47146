package io.keelson.ee.microprofile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.Deployer;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.microprofile.shop.NoFallback;
import io.keelson.ee.microprofile.shop.ToleranceServlet;
import io.keelson.ee.microprofile.shop.Tolerant;
import io.keelson.ee.microprofile.shop.TolerantSession;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Fault Tolerance in an application on a whole server. */
@Timeout(300)
class ToleranceIT {
    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.start();
        deploy("shop", shop());
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    static TestArchive shop() {
        return new TestArchive().classes(ToleranceServlet.class, Tolerant.class, TolerantSession.class);
    }

    private static void deploy(String name, TestArchive war) throws Exception {
        server.service(Deployer.class).deploy(name, war.write(directory.resolve(name + ".war")), null);
    }

    private String get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void callsAreRepeated() throws Exception {
        assertThat(get("/shop/tolerance/retried")).isEqualTo("after 4");
    }

    @Test
    void sessionBeansAreTolerantToo() throws Exception {
        assertThat(get("/shop/tolerance/session")).isEqualTo("instead after 3");
    }

    @Test
    void whatTakesTooLongIsInterrupted() throws Exception {
        assertThat(get("/shop/tolerance/slow")).isEqualTo("late");
    }

    @Test
    void aCircuitBreaks() throws Exception {
        deploy("circuit", shop());

        assertThat(get("/circuit/tolerance/broken")).isEqualTo("IllegalStateException");
        assertThat(get("/circuit/tolerance/broken")).isEqualTo("IllegalStateException");
        assertThat(get("/circuit/tolerance/broken")).isEqualTo("CircuitBreakerOpenException");
        assertThat(get("/circuit/tolerance/calls")).isEqualTo("2");
    }

    @Test
    void asynchronousCallsRunOnExecuteThreadsInTheContextOfTheApplication() throws Exception {
        assertThat(get("/shop/tolerance/later"))
                .isEqualTo("ExecuteThread: 'n' for queue: 'keelson.kernel.Default (self-tuning)' of shop");
    }

    @Test
    void aBulkheadIsFull() throws Exception {
        assertThat(get("/shop/tolerance/bulkhead")).isEqualTo("one BulkheadException");
    }

    @Test
    void theConfigurationChangesAnnotations() throws Exception {
        deploy(
                "configured",
                shop().text(
                                "WEB-INF/classes/META-INF/microprofile-config.properties",
                                Tolerant.class.getName() + "/retried/Retry/maxRetries=0\n"));

        assertThat(get("/configured/tolerance/retried")).isEqualTo("IllegalStateException");
    }

    @Test
    void aFallbackThatIsNotThereFailsTheDeployment() {
        assertThatThrownBy(() -> deploy("wrong", shop().classes(NoFallback.class)))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("absent")
                .hasMessageContaining(NoFallback.class.getName());
    }

    @Test
    void aSettingThatIsNoneFailsTheDeployment() {
        assertThatThrownBy(() -> deploy(
                        "wrong",
                        shop().text(
                                        "WEB-INF/classes/META-INF/microprofile-config.properties",
                                        Tolerant.class.getName() + "/retried/Retry/maxRetries=-5\n")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("maxRetries")
                .hasMessageContaining("retried");
    }
}
