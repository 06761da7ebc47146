package io.keelson.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.muxer.Muxer;
import io.keelson.net.fixture.RawClient;
import io.keelson.net.fixture.ServerMain;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server, as a process of its own, whose clients hold all descriptors but those that are kept for others: the connections
 * that it has are served, it does not turn in vain, and it accepts again when there are descriptors. Run on each muxer.
 */
@Timeout(60)
abstract class DescriptorLimitContractIT {
    private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    /** The JVM takes some of them for itself: fewer than 300 connections fit, and more than 100. */
    private static final int LIMIT = 250;

    private static final int CONNECTIONS = 300;

    /** The least that a reserve has. */
    private static final int KEPT = 32;

    @TempDir
    Path directory;

    private Process server;
    private final List<RawClient> clients = new ArrayList<>();

    abstract Muxer.Kind muxer();

    @BeforeEach
    void startServer() throws Exception {
        server = new ProcessBuilder(
                        "bash",
                        "-c",
                        "ulimit -n " + LIMIT + " && exec \"$@\"",
                        "bash",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerMain.class.getName(),
                        muxer().name(),
                        port().toString())
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(port()) && Files.readString(port()).endsWith("\n"));
    }

    @AfterEach
    void stopServer() throws Exception {
        for (RawClient client : clients) {
            client.close();
        }
        server.destroyForcibly().waitFor();
    }

    @Test
    void servesWhatItHasAndAcceptsAgain() throws Exception {
        InetSocketAddress address = new InetSocketAddress(
                InetAddress.getLoopbackAddress(),
                Integer.parseInt(Files.readString(port()).trim()));
        RawClient served = new RawClient(address);
        clients.add(served);
        // Tests load classes from a folder, a descriptor for each; what a request needs has to be there before.
        for (int i = 0; i < 200; i++) {
            assertThat(served.send(GET).response()).startsWith("HTTP/1.1 200 ");
        }
        while (clients.size() < CONNECTIONS) {
            clients.add(new RawClient(address));
        }
        await().atMost(Duration.ofSeconds(10)).until(() -> logged("KLS-002617") > 0);
        RawClient waiting = clients.get(CONNECTIONS - 1).send(GET);

        Duration before = cpu();
        for (int i = 0; i < 20; i++) {
            assertThat(served.send(GET).response()).startsWith("HTTP/1.1 200 ");
            // The measure is over time: two seconds, in which the server tries to accept twenty times.
            assertThat(answersWithin(waiting, 100)).isFalse();
        }
        assertThat(cpu().minus(before)).isLessThan(Duration.ofMillis(400));
        // Not at each look, and the process has never come to its last descriptor.
        assertThat(logged("KLS-002617")).isEqualTo(1);
        assertThat(logged("KLS-000401")).isZero();
        assertThat(openFiles()).isBetween(LIMIT - KEPT - 1L, LIMIT - KEPT + 5L);

        for (RawClient client : clients.subList(0, CONNECTIONS / 2)) {
            client.close();
        }
        waiting.socket().setSoTimeout(10_000);
        assertThat(waiting.response()).startsWith("HTTP/1.1 200 ");
        for (RawClient client : clients.subList(CONNECTIONS / 2, CONNECTIONS)) {
            assertThat(client.send(GET).response()).startsWith("HTTP/1.1 200 ");
        }
    }

    private static boolean answersWithin(RawClient client, int millis) throws IOException {
        client.socket().setSoTimeout(millis);
        try {
            client.socket().getInputStream().read();
            return true;
        } catch (SocketTimeoutException nothing) {
            return false;
        }
    }

    private long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(server.pid()), "fd"))) {
            return files.count();
        }
    }

    private Duration cpu() {
        return server.toHandle().info().totalCpuDuration().orElseThrow();
    }

    private long logged(String id) throws IOException {
        return Files.readAllLines(log()).stream()
                .filter(line -> line.contains(id))
                .count();
    }

    private Path port() {
        return directory.resolve("port");
    }

    private Path log() {
        return directory.resolve("server.log");
    }
}
