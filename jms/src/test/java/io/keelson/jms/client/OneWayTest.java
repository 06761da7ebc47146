package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.message.DestinationName;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.jms.ResourceAllocationRuntimeException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One-way sends that find no room, and producers that are slowed down. */
@Timeout(60)
class OneWayTest {
    private static final long SOON = 20_000;
    private static final DestinationName ORDERS = DestinationName.queue("orders");
    private static final FactorySettings ONE_WAY =
            new FactorySettings("oneWay", null, 10, false, true, true, 8, 300, 120_000);

    private final TestBroker broker;

    OneWayTest(@TempDir Path directory) {
        broker = broker(directory);
    }

    TestBroker broker(Path directory) {
        return new TestBroker(directory);
    }

    @BeforeEach
    void open() throws Exception {
        broker.open();
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private static Queue queue(String name) {
        return (Queue) ClientDestination.of(DestinationName.queue(name));
    }

    private static JMSProducer producer(JMSContext context) {
        return context.createProducer().setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    }

    private void quota(long messages) {
        broker.with(
                ORDERS,
                new DestinationRules(
                        QueueRules.STANDARD, messages, -1, false, 1000, DestinationRules.Expired.DISCARD, null));
    }

    private long ready() {
        return broker.server().figures().states().stream()
                .filter(each -> each.name().equals(ORDERS))
                .mapToLong(each -> each.ready() + each.inFlight())
                .sum();
    }

    @Test
    void aQuotaHoldsBackByTheWindowAndLosesNothing() throws Exception {
        quota(5);
        AtomicInteger sent = new AtomicInteger();
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
            FactorySettings patient = new FactorySettings("patient", null, 10, false, true, true, 8, 60_000, 120_000);
            try (JMSContext context = broker.factory(patient).createContext()) {
                JMSProducer producer = producer(context);
                for (int i = 0; i < 100; i++) {
                    producer.send(queue("orders"), "m" + i);
                    sent.incrementAndGet();
                }
            }
        });
        Awaitility.await()
                .until(() -> ready() == 5
                        && broker.server().figures().states().stream()
                                .anyMatch(each -> each.name().equals(ORDERS) && each.blocked() == 3));
        assertThat(sent.get()).as("the window").isEqualTo(7);
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            for (int i = 0; i < 100; i++) {
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("m" + i);
            }
            sending.get(SOON, TimeUnit.MILLISECONDS);
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void theServersMemoryHoldsBackToo() throws Exception {
        broker.server().bytesMaximum(20_000);
        AtomicInteger sent = new AtomicInteger();
        try (JMSContext context = broker.factory(ONE_WAY).createContext()) {
            JMSProducer producer = producer(context);
            assertThatThrownBy(() -> {
                        for (; ; sent.incrementAndGet()) {
                            producer.send(queue("orders"), "m" + sent);
                        }
                    })
                    .isInstanceOf(ResourceAllocationRuntimeException.class)
                    .hasMessageContaining("has no room");
            assertThat(sent.get()).isBetween(20, 31);
            // The window stays closed: what waits in the server does not grow.
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> producer.send(queue("orders"), "refused"))
                        .isInstanceOf(ResourceAllocationRuntimeException.class);
            }
        }
        // Those that wait stay when their connection ends.
        broker.awaitClosed();
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            for (int i = 0; i < sent.get(); i++) {
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("m" + i);
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void aMessageThatIsRefusedFailsALaterSend() throws Exception {
        quota(-1);
        try (JMSContext context = broker.factory(ONE_WAY).createContext()) {
            JMSProducer producer = producer(context);
            producer.send(queue("orders"), "a");
            producer.send(queue("orders"), "b".repeat(2000));
            int[] more = {0};
            assertThatThrownBy(() -> {
                        for (; more[0] < 8; more[0]++) {
                            producer.send(queue("orders"), "c");
                        }
                    })
                    .isInstanceOf(ResourceAllocationRuntimeException.class)
                    .hasMessageContaining("a one-way message of this session was not taken")
                    .hasMessageContaining("max-message-size");
            producer.send(queue("orders"), "d");
        }
        broker.awaitClosed();
        assertThat(broker.server().messages().browse(ORDERS, null, 100, 1 << 20))
                .hasSizeBetween(2, 9);
    }

    @Test
    void producersSlowDownAboveTheThresholdAndGoOnBelow() throws Exception {
        DestinationRules rules = DestinationRules.STANDARD;
        broker.with(
                ORDERS,
                new DestinationRules(
                        rules.queue(),
                        -1,
                        -1,
                        false,
                        -1,
                        rules.expired(),
                        null,
                        new DestinationRules.Thresholds(50, 10, -1, -1)));
        try (JMSContext context = broker.factory(FactorySettings.STANDARD.withFlow(100, 50, 1000, 2))
                .createContext()) {
            JMSProducer producer = producer(context);
            for (int i = 0; i < 50; i++) {
                producer.send(queue("orders"), "m");
            }
            assertThat(state().aboveThreshold()).isTrue();
            long before = System.nanoTime();
            for (int i = 0; i < 52; i++) {
                producer.send(queue("orders"), "m");
            }
            assertThat(System.nanoTime() - before)
                    .as("50 messages have to take half a second at 100 a second")
                    .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(450));
            try (JMSContext consuming = broker.factory().createContext();
                    JMSConsumer consumer = consuming.createConsumer(queue("orders"))) {
                for (int i = 0; i < 91; i++) {
                    assertThat(consumer.receive(SOON)).isNotNull();
                }
                Awaitility.await().until(() -> state().ready() + state().inFlight() <= 11);
                assertThat(state().aboveThreshold()).isTrue();
                assertThat(consumer.receive(SOON)).isNotNull();
                Awaitility.await().until(() -> !state().aboveThreshold());
            }
        }
    }

    private io.keelson.jms.broker.DestinationState state() {
        return broker.server().figures().states().stream()
                .filter(each -> each.name().equals(ORDERS))
                .findFirst()
                .orElseThrow();
    }
}
