package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed, stopped, without room on its disk, or with a torn journal, again and again, under persistent traffic. Clients
 * are one process, the server is another, and this one judges what clients have written down. {@code -Dkeelson.jms.faults} says how many
 * faults there are, {@code -Dkeelson.jms.seed} which.
 */
class JmsFaultsSystemIT {
    private static final Path JAR = LiveServer.HOME.resolve("client/keelson-client.jar");
    private static final int FAULTS = Integer.getInteger("keelson.jms.faults", 200);
    private static final long SEED = Long.getLong("keelson.jms.seed", System.nanoTime());
    private static final String SETTINGS = """

            jms:
              store-segment-size: 1MiB
            jms-queues:
              letters: {}
            """;

    private enum Fault {
        /** The process ends at once, and starts again. */
        KILLED,
        /** The process rests for up to three seconds. */
        STOPPED,
        /** No file of the process may grow, until some requests were refused. */
        FULL,
        /** The process ends at once within a write: the journal has half a frame at its end. */
        TORN
    }

    @TempDir
    private Path directory;

    @TempDir
    private Path classes;

    private final Random random = new Random(SEED);

    private static long[] counts(Client client) throws Exception {
        return Stream.of(client.ask("counts").split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    /** Waits until producers were answered and consumers got something again. */
    static void awaitTraffic(Client client) throws Exception {
        long[] before = counts(client);
        await().atMost(Duration.ofSeconds(120)).until(() -> {
            long[] now = counts(client);
            return now[0] > before[0] + 40 && now[1] > before[1] + 40;
        });
    }

    private static void signal(LiveServer server, String signal) throws Exception {
        run("kill", "-" + signal, Long.toString(server.process().pid()));
    }

    private static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(String.join(" ", command))
                .isZero();
    }

    private static void limit(LiveServer server, String bytes) throws Exception {
        run("prlimit", "--pid", Long.toString(server.process().pid()), "--fsize=" + bytes + ":unlimited");
    }

    private static List<Path> segments(LiveServer server) throws IOException {
        try (Stream<Path> files = Files.list(server.domain().resolve("servers/AdminServer/jms"))) {
            return files.filter(each -> each.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        }
    }

    private void inject(Fault fault, LiveServer server, int port, Client client) throws Exception {
        switch (fault) {
            case KILLED -> {
                server.kill();
                server.restart("-Dkeelson.ListenPort=" + port);
            }
            case STOPPED -> {
                signal(server, "STOP");
                TimeUnit.MILLISECONDS.sleep(200 + random.nextInt(2_800));
                signal(server, "CONT");
            }
            case FULL -> {
                List<Path> all = segments(server);
                long before = counts(client)[2];
                limit(server, Long.toString(Files.size(all.get(all.size() - 1))));
                await().atMost(Duration.ofSeconds(60)).until(() -> counts(client)[2] > before + 3); // it is refused
                limit(server, "unlimited");
            }
            case TORN -> {
                server.kill();
                List<Path> all = segments(server);
                Path last = all.get(all.size() - 1);
                byte[] garbage = new byte[1 + random.nextInt(3_000)];
                random.nextBytes(garbage);
                Files.write(last, garbage, StandardOpenOption.APPEND);
                server.restart("-Dkeelson.ListenPort=" + port);
            }
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void sixFaultsLoseNothing() throws Exception {
        nothingIsLost(6);
    }

    @Tag("soak")
    @Test
    @Timeout(value = 90, unit = TimeUnit.MINUTES)
    void nothingThatWasAcknowledgedIsLostAndTheOrderIsKept() throws Exception {
        nothingIsLost(FAULTS);
    }

    private void nothingIsLost(int faults) throws Exception {
        Path source = Path.of("src/test/resources/applications/jmsclient/Traffic.java");
        assertThat(javax.tools.ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", JAR.toString(), "-d", classes.toString(), source.toString()))
                .isZero();
        Path journal = Files.createDirectory(directory.resolve("written"));
        System.out.println("seed " + SEED + ", " + faults + " faults");
        Map<Fault, Integer> done = new EnumMap<>(Fault.class);
        try (LiveServer server = LiveServer.create(directory).configure(SETTINGS)) {
            server.launch();
            server.awaitRunning();
            int port =
                    Integer.parseInt(server.address().substring(server.address().indexOf(':') + 1));
            try (Client client = Client.start(
                    JAR + System.getProperty("path.separator") + classes,
                    "jmsclient.Traffic",
                    "keelson://" + server.address(),
                    journal.toString())) {
                assertThat(client.line()).isEqualTo("ready");
                for (int i = 0; i < faults; i++) {
                    awaitTraffic(client);
                    Fault fault = Fault.values()[i < 4 ? i : random.nextInt(4)];
                    inject(fault, server, port, client);
                    done.merge(fault, 1, Integer::sum);
                }
                awaitTraffic(client);
                assertThat(client.ask("quiet")).isEqualTo("quiet");
                await().atMost(Duration.ofSeconds(120))
                        .until(() -> TrafficChecker.of(journal).missing().isEmpty());
                assertThat(client.ask("stop")).isEqualTo("stopped");
            }
            TrafficChecker checker = TrafficChecker.of(journal);
            System.out.println(done + ": " + checker);
            assertThat(checker.missing()).as("seed %d", SEED).isEmpty();
            assertThat(checker.unmarked()).as("seed %d", SEED).isEmpty();
            assertThat(checker.disorder()).as("seed %d", SEED).isEmpty();
        }
    }
}
