package io.keelson.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.testkit.TestServer;
import io.keelson.websocket.fixture.RawClient;
import io.keelson.websocket.fixture.TestApplication;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that ask for much, read little and leave. Whatever the endpoint sends by, its sending ends, it is told that the connection has
 * ended, and the server's only reader serves everybody else.
 */
@Timeout(120)
class LeavingClientsIT {
    private static final List<String> APIS = List.of(
            "text",
            "binary",
            "object",
            "parts",
            "stream",
            "writer",
            "future",
            "handler",
            "object-handler",
            "batch",
            "ping");

    /** Below and above what the sockets, the channel and the session take at once. */
    private static final int[] SIZES = {10, 5_000, 70_000, 400_000, 2_000_000};

    @TempDir
    static Path directory;

    private static TestApplication application;

    private final List<RawClient> staying = new ArrayList<>();

    private enum Leaves {
        /** Closes with bytes unread, which resets the connection. */
        CLOSES,
        /** Ends its side only, and reads nothing more. */
        ENDS_ITS_SIDE,
        /** Says goodbye, and is gone before the answer. */
        SAYS_GOODBYE
    }

    @BeforeAll
    static void start() throws Exception {
        application = TestApplication.start(
                directory,
                "servers." + TestServer.NAME + ".socket-readers",
                "1",
                // Ends what waits without a time-out of its own: a Future whose client stays and reads nothing.
                "servers." + TestServer.NAME + ".limits.write-timeout",
                "2s",
                "websocket.close-timeout",
                "1s",
                "websocket.send-timeout",
                "2s");
    }

    @AfterAll
    static void stop() {
        if (application != null) {
            application.close();
        }
    }

    @BeforeEach
    void clear() throws Exception {
        application.clearJournal();
    }

    @AfterEach
    void closeTheRest() throws IOException {
        for (RawClient client : staying) {
            client.close();
        }
        staying.clear();
    }

    @Test
    void everyApi() throws Exception {
        List<String> expected = new ArrayList<>();
        int id = 0;
        for (String api : APIS) {
            for (int size : SIZES) {
                for (Leaves way : Leaves.values()) {
                    leave(id, api, size, way);
                    expect(expected, id++, api);
                }
            }
        }
        awaitAll(expected);
    }

    /** The kind of case that stopped a server: its result is a failure, not silence. */
    @Test
    void whatWasNotSentHasFailed() throws Exception {
        // More than the system takes for a connection, which was seen to be over 2 MB: what it has taken counts as
        // sent.
        leave(1, "handler", 16_000_000, Leaves.CLOSES);
        leave(2, "object-handler", 16_000_000, Leaves.CLOSES);
        awaitAll(List.of("result 1 failed", "result 2 failed", "closed 1", "closed 2"));
    }

    /** Seeded. {@code -Dkeelson.fuzz.seconds=3600} goes on for an hour. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void anyMixture() throws Exception {
        long seconds = Long.getLong("keelson.fuzz.seconds", 3);
        long seed = Long.getLong("keelson.fuzz.seed", new Random().nextLong());
        System.out.println("LeavingClientsIT: -Dkeelson.fuzz.seed=" + seed);
        Random random = new Random(seed);
        long begin = System.nanoTime();
        int id = 0;
        while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(seconds)) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String api = APIS.get(random.nextInt(APIS.size()));
                Leaves way = Leaves.values()[random.nextInt(Leaves.values().length)];
                leave(id, api, 10 + random.nextInt(1 << random.nextInt(4, 22)), way);
                expect(expected, id++, api);
            }
            awaitAll(expected);
            application.clearJournal();
            closeTheRest();
        }
    }

    private void leave(int id, String api, int size, Leaves way) throws IOException {
        RawClient client = RawClient.openNarrow(application.port(), "/app/flood/" + id);
        client.text(api + " " + size);
        switch (way) {
            case CLOSES -> {
                client.socket().getInputStream().read();
                client.close();
            }
            case ENDS_ITS_SIDE -> {
                client.socket().shutdownOutput();
                staying.add(client);
            }
            case SAYS_GOODBYE -> {
                client.close(1000, "bye");
                client.close();
            }
        }
    }

    private static void expect(List<String> expected, int id, String api) {
        expected.add("returned " + id);
        expected.add("closed " + id);
        if (api.endsWith("handler")) {
            expected.add("result " + id);
        }
    }

    private static void awaitAll(List<String> expected) throws Exception {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> {
                    List<String> lines = application.journal().lines().toList();
                    assertThat(expected.stream()
                                    .filter(line -> lines.stream()
                                            .noneMatch(noted -> noted.equals(line) || noted.startsWith(line + " "))))
                            .as("what has not ended")
                            .isEmpty();
                });
        try (RawClient other = RawClient.open(application.port(), "/app/echo")) {
            assertThat(other.text("still there").message().text()).isEqualTo("still there");
        }
    }
}
