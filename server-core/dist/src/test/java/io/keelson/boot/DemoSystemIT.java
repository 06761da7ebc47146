package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first command of the README. */
class DemoSystemIT {
    @TempDir
    Path directory;

    private Map<String, String> environment = Map.of();

    @BeforeEach
    void useADirectoryOfItsOwn() {
        environment = Map.of(
                "KEELSON_DEMO_HOME",
                directory.toString(),
                "JAVA_OPTS",
                "-Xmx512m " + String.join(" ", LiveServer.QUICK),
                "KEELSON_ARCHIVE",
                "off"); // it would lie in the distribution of all tests
    }

    @AfterEach
    void stop() {
        LiveServer.run(environment, "demo", "--stop");
    }

    @Test
    void returnsWhenAllServesAndStops() throws Exception {
        int port = freePort();
        LiveServer.Said started = LiveServer.run(environment, "demo", "--port", String.valueOf(port));

        assertThat(started.exit()).as(started.text()).isZero();
        assertThat(started.text())
                .contains(":" + port + "/jetty-demo-jsp/", ":" + port + "/hello/", ":" + port + "/chat/")
                .doesNotContain("ERROR");
        assertThat(page(port, "/hello/")).contains("Hello from Keelson");
        assertThat(page(port, "/jetty-demo-jsp/expr.jsp?A=21")).contains("42");

        LiveServer.Said again = LiveServer.run(environment, "demo", "--port", String.valueOf(port));
        assertThat(again.exit()).as(again.text()).isZero();

        assertThat(LiveServer.run(environment, "demo", "--stop").exit()).isZero();
        assertThat(LiveServer.run(
                                environment,
                                "status",
                                "--domain",
                                directory.resolve("domain").toString())
                        .text())
                .contains("SHUTDOWN");
    }

    @Test
    void refusesATakenPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            LiveServer.Said said = LiveServer.run(environment, "demo", "--port", String.valueOf(taken.getLocalPort()));

            assertThat(said.exit()).isEqualTo(1);
            assertThat(said.text()).contains("port " + taken.getLocalPort() + " is taken");
        }
    }

    private static String page(int port, String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
