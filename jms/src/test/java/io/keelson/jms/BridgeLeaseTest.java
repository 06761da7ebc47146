package io.keelson.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.config.Configuration;
import io.keelson.base.time.Ticker;
import io.keelson.jms.bridge.BridgeState;
import io.keelson.jms.bridge.QualityOfService;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.client.ClientConnectionFactory;
import io.keelson.jms.client.ClientDestination;
import io.keelson.jms.client.FactorySettings;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.WritePolicy;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bridge that two servers of a cluster have, of which one runs it: the holder of its lease. */
@Timeout(60)
final class BridgeLeaseTest {
    private static final String LEASE = "bridge/there";
    private static final DestinationName FROM = DestinationName.queue("from");
    private static final DestinationName TO = DestinationName.queue("to");

    private final Path directory;
    private final TestLeases leases = new TestLeases();
    private final List<JmsBridges> all = new ArrayList<>();
    private JmsServer server;

    BridgeLeaseTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void open() throws Exception {
        server = new JmsServer(
                "test",
                new FileMessageStore("test", directory, WritePolicy.DISABLED, 1 << 20),
                Ticker.system(),
                millis -> {});
        server.open(0, Map.of(FROM, DestinationRules.STANDARD, TO, DestinationRules.STANDARD));
    }

    @AfterEach
    void close() {
        all.forEach(JmsBridges::close);
        server.close();
    }

    /** A configuration with the one bridge. */
    private record Bridged(JmsBridgeSettings bridge) implements Configuration {
        @Override
        public <R extends Record> R get(Class<R> section) {
            throw new IllegalArgumentException(section.getName());
        }

        @Override
        public <R extends Record> Map<String, R> all(Class<R> section) {
            return section == JmsBridgeSettings.class ? Map.of("there", section.cast(bridge)) : Map.of();
        }
    }

    private static JmsBridgeEnd end(String destination) {
        return new JmsBridgeEnd(destination, false, null, Map.of(), null, null, null);
    }

    private JmsBridges bridges(String name) {
        JmsBridges made = new JmsBridges(new JmsBridges.Parts(
                name,
                directory,
                true,
                leases.of(name),
                null,
                server,
                new ServerTransactions(null, "jms/" + name),
                Ticker.system(),
                BridgeLeaseTest.class.getClassLoader()));
        made.open(new Bridged(new JmsBridgeSettings(
                end("from"),
                end("to"),
                QualityOfService.DUPLICATES_OKAY,
                null,
                null,
                null,
                10,
                Duration.ofMillis(50),
                Duration.ofMillis(200),
                Map.of(),
                true,
                List.of())));
        all.add(made);
        return made;
    }

    private static String phase(JmsBridges of) {
        return of.runtimes().get(0).state();
    }

    private static String name(BridgeState.Phase phase) {
        return phase.name().toLowerCase(java.util.Locale.ROOT);
    }

    private JMSContext context() {
        return new ClientConnectionFactory(server, () -> FactorySettings.STANDARD, null).createContext();
    }

    private void send(int from, int to) {
        try (JMSContext context = context()) {
            for (int i = from; i < to; i++) {
                context.createProducer().send((Queue) ClientDestination.of(FROM), "m" + i);
            }
        }
    }

    private List<String> taken(int count) {
        List<String> taken = new ArrayList<>();
        try (JMSContext context = context();
                JMSConsumer consumer = context.createConsumer((Queue) ClientDestination.of(TO))) {
            while (taken.size() < count) {
                String next = consumer.receiveBody(String.class, 20_000);
                assertThat(next).as("after %s", taken).isNotNull();
                taken.add(next);
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
        return taken;
    }

    private static List<String> numbers(int from, int to) {
        List<String> numbers = new ArrayList<>();
        for (int i = from; i < to; i++) {
            numbers.add("m" + i);
        }
        return numbers;
    }

    @Test
    void theHolderOfTheLeaseRunsItAndTheNextOneGoesOnWhereItEnded() {
        JmsBridges first = bridges("server-1");
        JmsBridges second = bridges("server-2");
        send(0, 20);
        assertThat(phase(first)).isEqualTo(name(BridgeState.Phase.STANDBY));
        assertThat(phase(second)).isEqualTo(name(BridgeState.Phase.STANDBY));
        assertThat(server.figures().connections())
                .as("nobody runs it without the lease")
                .isZero();

        leases.grant(LEASE, "server-1");
        assertThat(taken(20)).isEqualTo(numbers(0, 20));
        Awaitility.await().until(() -> phase(first).equals(name(BridgeState.Phase.RUNNING)));
        assertThat(phase(second)).isEqualTo(name(BridgeState.Phase.STANDBY));

        leases.lose(LEASE, "server-1");
        Awaitility.await().until(() -> phase(first).equals(name(BridgeState.Phase.STANDBY)));
        send(20, 40);
        leases.grant(LEASE, "server-2");
        assertThat(taken(20)).isEqualTo(numbers(20, 40));
        assertThat(phase(first)).isEqualTo(name(BridgeState.Phase.STANDBY));
        assertThat(first.runtimes().get(0).forwarded()).isEqualTo(20);
        Awaitility.await() // a bridge counts what it has acknowledged, after what it moved can be taken
                .until(() -> second.runtimes().get(0).forwarded() == 20);

        second.close(); // in good order: the lease is free
        assertThat(leases.asks(LEASE, "server-2")).isFalse();
        assertThat(leases.asks(LEASE, "server-1"))
                .as("the other one goes on asking")
                .isTrue();
        send(40, 50);
        leases.grant(LEASE, "server-1");
        assertThat(taken(10)).isEqualTo(numbers(40, 50));
    }
}
