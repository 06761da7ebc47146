package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten thousand connections that do nothing cost some heap and nothing else, and each of them is served when it asks. */
@Isolated("it measures what a server at rest uses")
class IdleConnectionsSystemIT {
    private static final int CONNECTIONS = 10_000;
    private static final int HTTP2_CONNECTIONS = 5_000;
    private static final long MOST_HEAP_EACH = 10 * 1024;

    @TempDir
    static Path compiled;

    private static WarFile faulty;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws Exception {
        faulty = WarFile.ofSources("faulty", compiled.resolve("classes"));
    }

    @Test
    void cost() throws Exception {
        idle(true, Duration.ofSeconds(3), 5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("soak")
    void costForLonger(boolean nativeIo) throws Exception {
        idle(nativeIo, Duration.ofSeconds(20), 1);
    }

    private void idle(boolean nativeIo, Duration window, double percent) throws Exception {
        String server = "-Dkeelson.servers.AdminServer.";
        try (LiveServer live = LiveServer.start(
                directory,
                server + "native-io-enabled=" + nativeIo,
                server + "limits.max-open-sockets=" + (CONNECTIONS + 100),
                server + "limits.header-timeout=10m",
                server + "limits.idle-timeout=10m")) {
            live.deploy("faulty", faulty);
            for (int i = 0; i < 20; i++) {
                assertThat(live.get("/faulty/act/").body()).isEqualTo("here");
            }
            Footprint before = Footprint.of(live.process());
            double alone = Math.max(0, share(live, window)); // a machine's counter may step back a little
            System.out.println("no connections: " + alone + " % of a processor over " + window);
            try (Client client = Client.start(
                    ManyConnections.class, live.address(), "/faulty/act/", Integer.toString(CONNECTIONS))) {
                assertThat(client.line()).isEqualTo("open " + CONNECTIONS);
                await().untilAsserted(() -> assertThat(Usage.descriptors(live.process()))
                        .as("what the server had open for itself may be closed since")
                        .isGreaterThanOrEqualTo((int) before.files() + CONNECTIONS - 10));

                costLittle("that never asked, ", nativeIo, live, before);
                idleCpu(live, window, alone + percent);
                assertThat(client.ask("ask")).isEqualTo("answered " + CONNECTIONS);
                costLittle("that have asked, ", nativeIo, live, before);
            }
        }
    }

    @Test
    @Tag("soak")
    void http2CostsLittle() throws Exception {
        String server = "-Dkeelson.servers.AdminServer.";
        try (LiveServer live = LiveServer.start(
                directory,
                server + "limits.max-open-sockets=" + (HTTP2_CONNECTIONS + 100),
                server + "limits.idle-timeout=10m")) {
            live.deploy("faulty", faulty);
            try (Client warm = Client.start(ManyHttp2Connections.class, live.address(), "/faulty/act/", "20")) {
                assertThat(warm.line()).isEqualTo("open 20");
            }
            Footprint before = Footprint.of(live.process());
            try (Client client = Client.start(
                    ManyHttp2Connections.class, live.address(), "/faulty/act/", Integer.toString(HTTP2_CONNECTIONS))) {
                assertThat(client.line()).isEqualTo("open " + HTTP2_CONNECTIONS);
                Footprint now = Footprint.of(live.process());
                long each = (now.heapKiB() - before.heapKiB()) * 1024 / HTTP2_CONNECTIONS;
                System.out.println("idle connections of HTTP/2: " + each + " bytes of heap each, threads "
                        + before.threads() + " to " + now.threads());
                assertThat(each).isPositive().isLessThan(MOST_HEAP_EACH);
                assertThat(now.threads()).isLessThan(before.threads() + 10);
                assertThat(client.ask("ask")).isEqualTo("answered " + HTTP2_CONNECTIONS);
            }
        }
    }

    private static void costLittle(String which, boolean nativeIo, LiveServer live, Footprint before) throws Exception {
        Footprint now = Footprint.of(live.process());
        long each = (now.heapKiB() - before.heapKiB()) * 1024 / CONNECTIONS;
        System.out.println("idle connections " + which + (nativeIo ? "native" : "java") + ": " + each
                + " bytes of heap each, threads " + before.threads() + " to " + now.threads());
        assertThat(each).isPositive().isLessThan(MOST_HEAP_EACH);
        // Compilers and the pool have a few threads more or less by themselves.
        assertThat(now.threads()).isLessThan(before.threads() + 10);
    }

    private static double share(LiveServer live, Duration window) throws Exception {
        return 100.0 * used(live, window).toNanos() / window.toNanos();
    }

    /**
     * The least of some windows: compilers and collectors still have work from what came before, and a slow machine needs more for what a
     * server does alone.
     */
    private static void idleCpu(LiveServer live, Duration window, double percent) {
        await().atMost(window.multipliedBy(8)).pollDelay(Duration.ZERO).untilAsserted(() -> {
            double share = share(live, window);
            System.out.println("idle connections: " + share + " % of a processor over " + window);
            assertThat(share).isLessThan(percent);
        });
    }

    /** The measure is over time, so this waits for time. */
    private static Duration used(LiveServer live, Duration window) throws Exception {
        Duration before = Usage.cpu(live.process());
        assertThat(live.process().waitFor(window.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS))
                .isFalse();
        return Usage.cpu(live.process()).minus(before);
    }
}
