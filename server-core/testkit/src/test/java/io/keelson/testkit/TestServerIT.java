package io.keelson.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.http.HttpServer;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.lifecycle.ServerException;
import io.keelson.kernel.lifecycle.ServerState;
import io.keelson.kernel.lifecycle.SubsystemTime;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TestServerIT {
    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(URI uri) throws Exception {
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static void serve(TestServer server, String text) {
        server.service(HttpServer.class)
                .register(
                        "/",
                        HttpServer.Audience.APPLICATION,
                        exchange -> exchange.reply(
                                200, text + " " + Thread.currentThread().getName()));
    }

    @Test
    void severalServersServeInOneJvm() throws Exception {
        Path domain;
        try (TestServer one = TestServer.start();
                TestServer two = TestServer.start()) {
            domain = one.identity().domain();
            serve(one, "one");
            serve(two, "two");
            assertThat(one.address().getPort()).isNotEqualTo(two.address().getPort());
            assertThat(get(one.uri("/")).body()).startsWith("one");
            assertThat(get(two.uri("/")).body()).startsWith("two");
            assertThat(one.control().subsystems())
                    .extracting(SubsystemTime::name)
                    .contains("net", "log");
        }
        assertThat(domain).doesNotExist();
    }

    @Test
    void leavesADirectoryThatTheTestGave(@TempDir Path domain) throws Exception {
        TestServer server = TestServer.builder()
                .directory(domain)
                .set("servers.AdminServer.listen-port", "0")
                .set("servers.AdminServer.self-tuning-thread-pool-size-min", "2")
                .yaml("name: given\nservers:\n  AdminServer:\n")
                .start();
        assertThat(server.control().state()).isEqualTo(ServerState.RUNNING);
        assertThat(server.identity().domainName()).isEqualTo("given");
        server.close();
        assertThat(server.control().state()).isEqualTo(ServerState.SHUTDOWN);
        assertThat(Files.exists(domain.resolve("domain.yaml"))).isTrue();
    }

    @Test
    void saysWhatIsWrongWithTheConfiguration() {
        assertThatThrownBy(() -> TestServer.builder()
                        .yaml("servers:\n  AdminServer:\n    listen-prot: 0\n")
                        .start())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("domain.yaml:3:5")
                .hasMessageContaining("listen-port");
    }

    @Test
    void aPortThatIsTakenFailsTheStartWithTheSubsystemsName() throws Exception {
        try (TestServer first = TestServer.start()) {
            TestServer.Builder second = TestServer.builder()
                    .set(
                            "servers.AdminServer.listen-port",
                            String.valueOf(first.address().getPort()));
            assertThatThrownBy(second::start)
                    .isInstanceOf(ServerException.class)
                    .hasMessageContaining("the subsystem 'net' failed to")
                    .hasMessageContaining(String.valueOf(first.address().getPort()));
        }
    }

    @Test
    void saysWhichServiceIsMissing() throws Exception {
        try (TestServer server = TestServer.start()) {
            assertThatThrownBy(() -> server.service(Runnable.class)).hasMessageContaining("java.lang.Runnable");
            assertThatThrownBy(() -> server.address("none")).hasMessageContaining("no channel 'none'");
        }
    }
}
