package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.message.DestinationName;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.ResourceAllocationRuntimeException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sends that wait for room in a quota: for how long, behind whom, and not at all where there never will be any. */
@Timeout(60)
class QuotaTest {
    private static final long SOON = 20_000;
    private static final int DAY = 86_400_000;
    private static final DestinationName ORDERS = DestinationName.queue("orders");
    private static final DestinationName ERRORS = DestinationName.queue("errors");

    private final TestBroker broker;

    QuotaTest(@TempDir Path directory) {
        broker = new TestBroker(directory);
    }

    @BeforeEach
    void open() throws Exception {
        broker.open();
    }

    @AfterEach
    void close() {
        broker.close();
    }

    private static Queue queue(DestinationName name) {
        return (Queue) ClientDestination.of(name);
    }

    private void quota(DestinationName name, long messages, long bytes, boolean preemptive) {
        broker.with(
                name,
                new DestinationRules(
                        QueueRules.STANDARD, messages, bytes, preemptive, -1, DestinationRules.Expired.DISCARD, null));
    }

    private ClientConnectionFactory factory(long sendTimeout, boolean oneWay) {
        return broker.factory(new FactorySettings("quota", null, 10, false, oneWay, oneWay, 100, sendTimeout, 120_000));
    }

    private long blocked() {
        return blocked(ORDERS) + blocked(ERRORS);
    }

    private long blocked(DestinationName at) {
        return broker.server().figures().states().stream()
                .filter(each -> each.name().equals(at))
                .mapToLong(each -> each.blocked())
                .sum();
    }

    @Test
    void aSendThatOthersMayOvertakeWaitsNoLongerThanItsTimeout() {
        quota(ORDERS, -1, 10_000, true);
        try (JMSContext context = factory(300, false).createContext()) {
            context.createProducer().send(queue(ORDERS), "x".repeat(8_000));
            assertThatThrownBy(() -> context.createProducer().send(queue(ORDERS), "y".repeat(8_000)))
                    .isInstanceOf(ResourceAllocationRuntimeException.class)
                    .hasMessageContaining("has no room");
        }
    }

    @Test
    void aSmallerMessageOvertakesALargerOneThatWaits() {
        quota(ORDERS, -1, 10_000, true);
        try (JMSContext context = factory(DAY, false).createContext()) {
            context.createProducer().send(queue(ORDERS), "x".repeat(8_000));
            CompletableFuture<Void> large = CompletableFuture.runAsync(() -> {
                try (JMSContext other = factory(DAY, false).createContext()) {
                    other.createProducer().send(queue(ORDERS), "y".repeat(8_000));
                }
            });
            Awaitility.await().until(() -> blocked() == 1);
            context.createProducer().send(queue(ORDERS), "small");
            try (JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
                assertThat(consumer.receiveBody(String.class, SOON)).startsWith("x");
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("small");
                assertThat(consumer.receiveBody(String.class, SOON)).startsWith("y");
            }
            large.join();
        }
    }

    /** Room in the queue for which it has waited, and none in the other one, is no reason to wait anew. */
    @Test
    void aTransactionThatFindsNoRoomInTwoQueuesWaitsNoLongerThanItsTimeout() throws Exception {
        quota(ORDERS, 1, -1, false);
        quota(ERRORS, 1, -1, false);
        try (JMSContext context = factory(DAY, false).createContext()) {
            context.createProducer().send(queue(ORDERS), "a");
            context.createProducer().send(queue(ERRORS), "a");
            CompletableFuture<Void> both = CompletableFuture.runAsync(() -> {
                try (JMSContext other = factory(DAY, false).createContext(JMSContext.SESSION_TRANSACTED)) {
                    other.createProducer().send(queue(ORDERS), "b");
                    other.createProducer().send(queue(ERRORS), "b");
                    assertThatThrownBy(other::commit).isInstanceOf(ResourceAllocationRuntimeException.class);
                }
            });
            Awaitility.await().until(() -> blocked(ORDERS) == 1);
            broker.pass(DAY - 3_600_000);
            try (JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("a");
            }
            Awaitility.await().until(() -> blocked(ERRORS) == 1);
            assertThat(both).isNotDone();
            broker.pass(3_600_000);
            both.get();
            assertThat(blocked()).isZero();
        }
    }

    @Test
    void whatIsLargerThanTheQuotaIsRefusedAtOnce() {
        quota(ORDERS, 5, 10_000, false);
        try (JMSContext context = factory(DAY, false).createContext();
                JMSContext transacted = factory(DAY, false).createContext(JMSContext.SESSION_TRANSACTED)) {
            assertThatThrownBy(() -> context.createProducer().send(queue(ORDERS), "x".repeat(20_000)))
                    .isInstanceOf(ResourceAllocationRuntimeException.class)
                    .hasMessageContaining("ever has room for");
            for (int i = 0; i < 6; i++) {
                transacted.createProducer().send(queue(ORDERS), "x");
            }
            assertThatThrownBy(transacted::commit)
                    .isInstanceOf(ResourceAllocationRuntimeException.class)
                    .hasMessageContaining("6 messages");
            context.createProducer().send(queue(ORDERS), "fits");
        }
    }

    @Test
    void oneWaySendsThatAreLargerThanTheQuotaAreNotInTheWay() {
        quota(ORDERS, -1, 10_000, false);
        try (JMSContext oneWay = factory(DAY, true).createContext();
                JMSContext context = factory(DAY, false).createContext()) {
            oneWay.createProducer()
                    .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
                    .send(queue(ORDERS), "x".repeat(20_000));
            context.createProducer().send(queue(ORDERS), "fits");
        }
    }

    @Test
    void aSendThatWaitsIsRefusedOnceTheQuotaIsTooSmallForIt() {
        quota(ORDERS, -1, 10_000, false);
        try (JMSContext context = factory(DAY, false).createContext()) {
            context.createProducer().send(queue(ORDERS), "x".repeat(8_000));
            CompletableFuture<Void> large = CompletableFuture.runAsync(() -> {
                try (JMSContext other = factory(DAY, false).createContext()) {
                    other.createProducer().send(queue(ORDERS), "y".repeat(8_000));
                }
            });
            Awaitility.await().until(() -> blocked() == 1);
            quota(ORDERS, -1, 5_000, false);
            assertThatThrownBy(large::join).hasCauseInstanceOf(ResourceAllocationRuntimeException.class);
        }
    }
}
