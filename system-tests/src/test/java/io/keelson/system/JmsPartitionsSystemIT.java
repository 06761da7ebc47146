package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replicated message stores over a network that is cut, again and again, under persistent traffic: the owner of the JMS server from all
 * others, from its copy, each way by itself, while clients reach everybody. In between servers are killed and stopped. {@code
 * -Dkeelson.jms.faults} says how many faults there are, {@code -Dkeelson.jms.seed} which. Needs what {@link Loopback} needs.
 */
@Tag("soak")
@Timeout(value = 90, unit = TimeUnit.MINUTES)
class JmsPartitionsSystemIT {
    private static final Path JAR = LiveServer.HOME.resolve("client/keelson-client.jar");
    private static final int FAULTS = Integer.getInteger("keelson.jms.faults", 60);
    private static final long SEED = Long.getLong("keelson.jms.seed", System.nanoTime());
    private static final List<String> ALL = List.of("AdminServer", "server-1", "server-2");
    private static final String OPEN = "JMS server server-1 is open";
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int LEAST_MILLIS = 1_000;
    private static final int MOST_MILLIS = 9_000;
    private static final String SETTINGS = """

            jms:
              message-store: replicated
              store-segment-size: 1MiB
            jms-queues:
              letters:
                servers: [server-1]
            """;

    private enum Fault {
        /** The server and all others do not reach one another. */
        CUT_OFF,
        /** Loses all that the server sends. */
        MUTE,
        /** Loses all that is sent to the server. */
        DEAF,
        /** The two servers with the messages do not reach one another, and the third one reaches both. */
        BRIDGE,
        /** The process ends at once, and starts again. */
        KILLED,
        /** The process rests, for longer than its lease at times. */
        STOPPED
    }

    @TempDir
    private Path directory;

    @TempDir
    private Path classes;

    private final Random random = new Random(SEED);

    private static String address(String server) {
        return Loopback.address(ALL.indexOf(server));
    }

    private static void cut(Loopback network, String server, boolean out, boolean in) throws Exception {
        for (String other : ALL) {
            if (!other.equals(server) && out) {
                network.cut(address(server), address(other));
            }
            if (!other.equals(server) && in) {
                network.cut(address(other), address(server));
            }
        }
    }

    private void rest() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(LEAST_MILLIS + random.nextInt(MOST_MILLIS - LEAST_MILLIS));
    }

    private void inject(Fault fault, String server, LiveDomain domain, Loopback network) throws Exception {
        switch (fault) {
            case CUT_OFF -> cut(network, server, true, true);
            case MUTE -> cut(network, server, true, false);
            case DEAF -> cut(network, server, false, true);
            case BRIDGE -> {
                network.cut(address("server-1"), address("server-2"));
                network.cut(address("server-2"), address("server-1"));
            }
            case KILLED -> domain.signal(server, "KILL");
            case STOPPED -> domain.signal(server, "STOP");
        }
        rest();
        switch (fault) {
            case CUT_OFF, MUTE, DEAF, BRIDGE -> network.heal();
            case KILLED -> {
                assertThat(domain.process(server).waitFor(30, TimeUnit.SECONDS)).isTrue();
                domain.launch(server);
            }
            case STOPPED -> domain.signal(server, "CONT");
        }
    }

    private static long openings(LiveDomain domain, String server) {
        return domain.output(server).lines().filter(line -> line.contains(OPEN)).count();
    }

    private LiveDomain domain(Loopback network) throws Exception {
        return LiveDomain.create(directory, ALL.size() - 1)
                .inside(network.prefix())
                .configure(text -> {
                    String changed = text + SETTINGS;
                    for (String each : ALL) {
                        changed = changed.replaceFirst(
                                "(?m)^ {2}" + each + ":.*$", "$0\n    cluster-address: " + address(each));
                    }
                    return changed;
                });
    }

    @Test
    void noMessageIsLostOrComesAgainUnmarkedWhoeverReachesWhom() throws Exception {
        Path source = Path.of("src/test/resources/applications/jmsclient/Traffic.java");
        assertThat(javax.tools.ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", JAR.toString(), "-d", classes.toString(), source.toString()))
                .isZero();
        Path journal = Files.createDirectory(directory.resolve("written"));
        System.out.println("seed " + SEED + ", " + FAULTS + " faults");
        Map<Fault, Integer> done = new EnumMap<>(Fault.class);
        try (Loopback network = Loopback.open();
                LiveDomain domain = domain(network)) {
            domain.launch(ALL.toArray(String[]::new));
            domain.awaitRunning(ALL.toArray(String[]::new));
            await().atMost(PATIENCE)
                    .until(() -> openings(domain, "server-1") > 0
                            && domain.output("server-1").contains("copy of the message store server-1"));
            try (Client client = Client.startUnder(
                    network.prefix(),
                    JAR + System.getProperty("path.separator") + classes,
                    "jmsclient.Traffic",
                    "keelson://" + domain.address("server-1") + "," + domain.address("server-2"),
                    journal.toString())) {
                assertThat(client.line()).isEqualTo("ready");
                for (int i = 0; i < FAULTS; i++) {
                    JmsFaultsSystemIT.awaitTraffic(client);
                    Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
                    String server = random.nextInt(3) == 0 ? "server-2" : "server-1";
                    System.out.println(i + ": " + fault + " of " + server);
                    inject(fault, server, domain, network);
                    done.merge(fault, 1, Integer::sum);
                }
                JmsFaultsSystemIT.awaitTraffic(client);
                assertThat(client.ask("quiet")).isEqualTo("quiet");
                await().atMost(PATIENCE)
                        .until(() -> TrafficChecker.of(journal).missing().isEmpty());
                assertThat(client.ask("stop")).isEqualTo("stopped");
            } finally {
                System.out.println(done + ", opened " + openings(domain, "server-1") + " times at server-1 and "
                        + openings(domain, "server-2") + " at server-2: " + TrafficChecker.of(journal));
            }
            TrafficChecker checker = TrafficChecker.of(journal);
            assertThat(checker.missing()).as("seed %d", SEED).isEmpty();
            assertThat(checker.unmarked()).as("seed %d", SEED).isEmpty();
            assertThat(checker.disorder()).as("seed %d", SEED).isEmpty();
            assertThat(openings(domain, "server-2"))
                    .as("the JMS server has moved")
                    .isPositive();
        }
    }
}
