package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UsersLoadTest {
    private static final byte[] ANSWER = "0 0\n".getBytes(StandardCharsets.US_ASCII);

    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private Process load;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.createContext("/shop", exchange -> {
            asked.incrementAndGet();
            exchange.sendResponseHeaders(200, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
            exchange.close();
        });
        server.start();
        load = new ProcessBuilder(
                        Servers.java(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        UsersLoad.class.getName(),
                        String.valueOf(server.getAddress().getPort()),
                        "/shop",
                        "2",
                        "10",
                        "20",
                        "0.1",
                        "1",
                        "1",
                        "1")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        load.destroyForcibly().waitFor();
        server.stop(0);
    }

    @Test
    void usersGoOnUntilItIsToldToMeasureAndStandStillFromItsEndToTheFarewell() throws Exception {
        BufferedReader said =
                new BufferedReader(new InputStreamReader(load.getInputStream(), StandardCharsets.US_ASCII));
        assertThat(said.readLine()).isEqualTo("ready");
        int ready = asked.get();
        await("asked while it waits").until(() -> asked.get() >= ready + 50);

        tell();
        UsersResult result = UsersResult.parse(said.readLine());
        assertThat(result.done()).isPositive();
        assertThat(result.seconds()).isGreaterThanOrEqualTo(1.0);
        // What was under way comes yet, and then nothing.
        AtomicInteger seen = new AtomicInteger();
        await("nothing is asked after the end")
                .during(Duration.ofMillis(300))
                .until(() -> seen.getAndSet(asked.get()) == seen.get());
        int end = seen.get();

        tell();
        assertThat(load.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(load.exitValue()).isZero();
        assertThat(asked.get()).as("farewells").isBetween(end + 1, end + 10);
    }

    @Test
    void itEndsWithWhoeverStartedIt() throws Exception {
        BufferedReader said =
                new BufferedReader(new InputStreamReader(load.getInputStream(), StandardCharsets.US_ASCII));
        assertThat(said.readLine()).isEqualTo("ready");
        load.getOutputStream().close();
        assertThat(load.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    private void tell() throws IOException {
        load.getOutputStream().write('\n');
        load.getOutputStream().flush();
    }
}
