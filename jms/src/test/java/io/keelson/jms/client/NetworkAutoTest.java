package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.jms.message.DestinationName;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Consumers with {@code messages-maximum: auto} over a link on which each message takes its time. */
@Timeout(60)
final class NetworkAutoTest {
    private static final Queue ORDERS = (Queue) ClientDestination.of(DestinationName.queue("orders"));
    private static final FactorySettings AUTO =
            new FactorySettings("test", null, FactorySettings.AUTO, true, false, false, 1, 10_000, 120_000);

    private final NetworkBroker broker;

    NetworkAutoTest(@TempDir Path directory) {
        broker = new NetworkBroker(directory);
    }

    @BeforeEach
    void open() throws Exception {
        broker.open();
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private void sent(int from, int many) {
        try (JMSContext context = broker.factory().createContext()) {
            var producer = context.createProducer().setDeliveryMode(jakarta.jms.DeliveryMode.NON_PERSISTENT);
            for (int i = from; i < from + many; i++) {
                producer.send(ORDERS, "m" + i);
            }
        }
    }

    private static List<String> expected(int many) {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            expected.add("m" + i);
        }
        return expected;
    }

    private long inFlight() {
        return broker.server().figures().states().stream()
                .filter(each -> each.name().name().equals("orders"))
                .mapToLong(each -> each.inFlight())
                .sum();
    }

    @Test
    void thePipelineOfAListenerGrowsWithTheRoundTripAndKeepsTheOrder() {
        sent(0, 3000);
        broker.streams.delay = TimeUnit.MILLISECONDS.toNanos(10);
        List<String> got = new CopyOnWriteArrayList<>();
        try (JMSContext context = broker.factory(AUTO).createContext()) {
            JMSConsumer consumer = context.createConsumer(ORDERS);
            consumer.setMessageListener(message -> {
                try {
                    got.add(message.getBody(String.class));
                } catch (JMSException e) {
                    got.add(e.toString());
                }
            });
            Awaitility.await()
                    .pollDelay(0, TimeUnit.MILLISECONDS)
                    .pollInterval(1, TimeUnit.MILLISECONDS)
                    .until(() -> inFlight() > 10 * AutoWindow.FIRST);
            Awaitility.await().until(() -> got.size() == 3000);
            assertThat(got).isEqualTo(expected(3000));
        }
    }

    @Test
    void soDoesThatOfAReceiverAndWhatWasPrefetchedGoesBackUnseen() throws Exception {
        sent(0, 3000);
        broker.streams.delay = TimeUnit.MILLISECONDS.toNanos(5);
        AtomicInteger most = new AtomicInteger();
        List<String> got = new ArrayList<>();
        try (JMSContext context = broker.factory(AUTO).createContext()) {
            JMSConsumer consumer = context.createConsumer(ORDERS);
            for (int i = 0; i < 2000; i++) {
                got.add(consumer.receiveBody(String.class, 20_000));
                most.accumulateAndGet((int) inFlight(), Math::max);
            }
        }
        assertThat(most.get()).isGreaterThan(5 * AutoWindow.FIRST);
        broker.streams.delay = 0;
        broker.awaitClosed();
        try (JMSContext context = broker.factory(AUTO).createContext()) {
            JMSConsumer consumer = context.createConsumer(ORDERS);
            for (int i = 2000; i < 3000; i++) {
                var next = consumer.receive(20_000);
                assertThat(next.getJMSRedelivered()).as("nobody has seen it").isFalse();
                got.add(next.getBody(String.class));
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
        assertThat(got).isEqualTo(expected(3000));
    }
}
