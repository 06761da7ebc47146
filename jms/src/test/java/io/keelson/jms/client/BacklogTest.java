package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.DestinationState;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.WritePolicy;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backlogs of many small messages, most of which are out of memory whole. */
@Timeout(120)
class BacklogTest {
    private static final long SOON = 20_000;
    private static final int MANY = 3000;

    /** Memory for about 300 messages. */
    private static final int BUFFER = 256 << 10;

    private static final DestinationName ORDERS = DestinationName.queue("orders");
    private static final DestinationName ERRORS = DestinationName.queue("errors");
    private static final DestinationName PRICES = DestinationName.topic("prices");

    private final TestBroker broker;

    BacklogTest(@TempDir Path directory) {
        broker = broker(directory).bufferSize(BUFFER);
    }

    TestBroker broker(Path directory) {
        return new TestBroker(directory) {
            @Override
            MessageStore store(Path of) {
                return new FileMessageStore("test", of, WritePolicy.DISABLED, 1 << 20);
            }
        };
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

    private static Topic topic() {
        return (Topic) ClientDestination.of(PRICES);
    }

    /** Way in which each message is sent. */
    private interface Setup {
        void of(JMSProducer producer, int number);
    }

    private void send(jakarta.jms.Destination to, int from, int until, Setup setup) {
        try (JMSContext context = broker.factory().createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSProducer producer = context.createProducer();
            for (int i = from; i < until; i++) {
                setup.of(producer, i);
                producer.setProperty("n", i).send(to, "number " + i);
                if (i % 500 == 499) {
                    context.commit();
                }
            }
            context.commit();
        }
    }

    private void send(jakarta.jms.Destination to, int from, int until) {
        send(to, from, until, (producer, number) -> {});
    }

    private static void check(Message message, int number) throws JMSException {
        assertThat(message).as("message %d", number).isNotNull();
        assertThat(message.getIntProperty("n")).isEqualTo(number);
        assertThat(message.getBody(String.class)).isEqualTo("number " + number);
    }

    private void receive(JMSConsumer consumer, int from, int until) throws JMSException {
        for (int i = from; i < until; i++) {
            check(consumer.receive(SOON), i);
        }
    }

    private DestinationState state(DestinationName name, String subscription) {
        return broker.server().figures().states().stream()
                .filter(each -> each.name().equals(name) && each.subscription().equals(subscription))
                .findFirst()
                .orElseThrow();
    }

    private void mostAreOut(DestinationName name, String subscription, int of) {
        assertThat(state(name, subscription).pagedMessages()).isBetween(of - 500, of);
        assertThat(state(name, subscription).ready()).isEqualTo(of);
    }

    @Test
    void comesBackInOrderAlsoAfterARestart() throws Exception {
        send(queue(ORDERS), 0, MANY);
        mostAreOut(ORDERS, "", MANY);
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
            receive(consumer, 0, 1500);
        }
        broker.awaitClosed();
        broker.reopen();
        mostAreOut(ORDERS, "", MANY - 1500);
        send(queue(ORDERS), MANY, MANY + 1000);
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
            for (int i = 1500; i < MANY + 1000; i++) {
                Message next = i % 10 == 0 ? consumer.receiveNoWait() : consumer.receive(SOON);
                check(next, i);
                assertThat(next.getJMSRedelivered()).isFalse();
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
        assertThat(state(ORDERS, "").pagedMessages()).isZero();
        assertThat(state(ORDERS, "").bytes()).isZero();
        broker.awaitEmptyStore();
    }

    @Test
    void keepsPriorities() throws Exception {
        send(queue(ORDERS), 0, MANY, (producer, number) -> producer.setPriority(number % 10));
        mostAreOut(ORDERS, "", MANY);
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
            for (int priority = 9; priority >= 0; priority--) {
                for (int i = priority; i < MANY; i += 10) {
                    check(consumer.receive(SOON), i);
                }
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void selectorsAndBrowsersSeeAll() throws Exception {
        send(queue(ORDERS), 0, MANY);
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer some = context.createConsumer(queue(ORDERS), "n >= 2990 OR n = 2000")) {
            check(some.receive(SOON), 2000);
            try (QueueBrowser browser = context.createBrowser(queue(ORDERS))) {
                Enumeration<?> all = browser.getEnumeration();
                for (int i = 0; i < MANY; i++) {
                    if (i != 2000) {
                        check((Message) all.nextElement(), i);
                    }
                }
                assertThat(all.hasMoreElements()).isFalse();
            }
            receive(some, 2990, MANY);
            assertThat(some.receiveNoWait()).isNull();
            send(queue(ORDERS), MANY, MANY + 1);
            check(some.receive(SOON), MANY);
        }
        mostAreOut(ORDERS, "", MANY - 11);
    }

    @Test
    void operatorsCountMoveAndDelete() throws Exception {
        send(queue(ORDERS), 0, MANY);
        assertThat(broker.server().messages().count(ORDERS, null)).isEqualTo(MANY);
        assertThat(broker.server().messages().count(ORDERS, "n < 2500")).isEqualTo(2500);
        assertThat(broker.server().messages().delete(ORDERS, "n >= 2500")).isEqualTo(500);
        assertThat(broker.server().messages().move(ORDERS, "n >= 1000", DestinationName.queue("errors")))
                .isEqualTo(1500);
        mostAreOut(ORDERS, "", 1000);
        Awaitility.await().until(() -> state(ERRORS, "").ready() == 1500);
        assertThat(broker.server().messages().delete(ORDERS, null)).isEqualTo(1000);
        assertThat(state(ORDERS, "").ready()).isZero();
        List<Integer> seen = new ArrayList<>();
        broker.server().messages().browseAll(DestinationName.queue("errors"), null, each -> {
            seen.add((Integer) each.properties().get("n"));
        });
        assertThat(seen).hasSize(1500).startsWith(1000, 1001).endsWith(2498, 2499);
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue(ERRORS))) {
            receive(consumer, 1000, 2500);
        }
        broker.awaitEmptyStore();
    }

    @Test
    void rolledBackOnesComeAgainMarkedAndWithTheirCount() throws Exception {
        DestinationRules rules = new DestinationRules(
                new QueueRules(5, 0, List.of()), -1, -1, false, -1, DestinationRules.Expired.DISCARD, null);
        broker.with(ORDERS, rules);
        send(queue(ORDERS), 0, MANY);
        try (JMSContext context = broker.factory().createContext(JMSContext.SESSION_TRANSACTED);
                JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
            receive(consumer, 0, 1200);
            context.rollback();
        }
        broker.awaitClosed();
        broker.reopen();
        broker.with(ORDERS, rules);
        try (JMSContext context = broker.factory().createContext(JMSContext.SESSION_TRANSACTED);
                JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
            for (int i = 0; i < MANY; i++) {
                Message next = consumer.receive(SOON);
                check(next, i);
                assertThat(next.getIntProperty("JMSXDeliveryCount")).isEqualTo(i < 1200 ? 2 : 1);
                assertThat(next.getJMSRedelivered()).isEqualTo(i < 1200);
            }
            assertThat(consumer.receiveNoWait()).isNull();
            context.commit();
        }
        broker.awaitEmptyStore();
    }

    @Test
    void othersAreDeliveredWhileReturnedOnesWaitForTheirRedelivery() throws Exception {
        QueueRules later = new QueueRules(-1, 3_600_000, List.of());
        broker.with(ORDERS, new DestinationRules(later, -1, -1, false, -1, DestinationRules.Expired.DISCARD, null));
        broker.server().bytesMaximum(1 << 20);
        send(queue(ORDERS), 0, MANY);
        try (JMSContext context = broker.factory().createContext(JMSContext.SESSION_TRANSACTED);
                JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
            for (int seen = 0; seen < MANY; seen++) {
                check(consumer.receive(SOON), seen);
                if (seen % 50 == 49) {
                    context.rollback();
                }
            }
            context.rollback();
            assertThat(consumer.receiveNoWait()).isNull();
        }
        assertThat(state(ORDERS, "").delayed()).isEqualTo(MANY);
        assertThat(state(ORDERS, "").pagedMessages())
                .as("those that wait leave memory")
                .isGreaterThan(MANY - 600);
        assertThat(broker.server().messages().count(ORDERS, "n >= 2500")).isEqualTo(500);
        assertThat(broker.server().messages().delete(ORDERS, "n >= 2990")).isEqualTo(10);
        broker.with(ORDERS, DestinationRules.STANDARD);
        broker.awaitClosed();
        broker.reopen();
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
            for (int i = 0; i < 2990; i++) {
                Message again = consumer.receive(SOON);
                check(again, i);
                assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
                assertThat(again.getJMSRedelivered()).isTrue();
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
        broker.awaitEmptyStore();
    }

    @Test
    void returnedOnesComeBackAfterTheirDelayAndEndInTheErrorDestination() throws Exception {
        QueueRules soon = new QueueRules(2, 200, List.of());
        broker.with(ORDERS, new DestinationRules(soon, -1, -1, false, -1, DestinationRules.Expired.DISCARD, ERRORS));
        send(queue(ORDERS), 0, MANY);
        int[] times = new int[MANY];
        try (JMSContext context = broker.factory().createContext(JMSContext.SESSION_TRANSACTED);
                JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
            for (int i = 1; i <= 3 * MANY; i++) {
                Message next = consumer.receive(SOON);
                assertThat(next).isNotNull();
                assertThat(next.getIntProperty("JMSXDeliveryCount")).isEqualTo(++times[next.getIntProperty("n")]);
                if (i % 50 == 0) {
                    context.rollback();
                }
            }
        }
        assertThat(times).containsOnly(3);
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer over = context.createConsumer(queue(ERRORS))) {
            for (int i = 0; i < MANY; i++) {
                times[over.receive(SOON).getIntProperty("n")]++;
            }
        }
        assertThat(times).containsOnly(4);
        broker.awaitEmptyStore();
    }

    @Test
    void thoseWithADeliveryTimeLeaveMemoryAndEndWithAll() throws Exception {
        send(queue(ORDERS), 0, MANY, (producer, number) -> producer.setDeliveryDelay(3_600_000));
        assertThat(state(ORDERS, "").delayed()).isEqualTo(MANY);
        assertThat(state(ORDERS, "").pagedMessages()).isGreaterThan(MANY - 600);
        broker.reopen();
        assertThat(state(ORDERS, "").delayed()).isEqualTo(MANY);
        assertThat(state(ORDERS, "").pagedMessages()).isGreaterThan(MANY - 600);
        assertThat(broker.server().messages().move(ORDERS, "n < 10", ERRORS)).isEqualTo(10);
        assertThat(broker.server().messages().delete(ORDERS, null)).isEqualTo(MANY - 10);
        assertThat(state(ORDERS, "").delayed()).isZero();
        assertThat(broker.server().messages().delete(ERRORS, null)).isEqualTo(10);
        broker.awaitEmptyStore();
    }

    @Test
    void durableSubscriptionsHaveTheirOwnAndEndWithAll() throws Exception {
        for (String name : List.of("slow", "late", "never")) {
            try (JMSContext context = broker.factory().createContext()) {
                context.createSharedDurableConsumer(topic(), name).close();
            }
        }
        send(topic(), 0, MANY);
        for (String name : List.of("slow", "late", "never")) {
            mostAreOut(PRICES, name, MANY);
        }
        broker.awaitClosed();
        try (JMSContext context = broker.factory().createContext()) {
            context.unsubscribe("never");
            try (JMSConsumer consumer = context.createSharedDurableConsumer(topic(), "slow")) {
                receive(consumer, 0, MANY);
                assertThat(consumer.receiveNoWait()).isNull();
            }
        }
        broker.awaitClosed();
        broker.reopen();
        try (JMSContext context = broker.factory().createContext()) {
            try (JMSConsumer again = context.createSharedDurableConsumer(topic(), "never")) {
                assertThat(again.receiveNoWait()).isNull();
            }
            try (JMSConsumer consumer = context.createSharedDurableConsumer(topic(), "late")) {
                receive(consumer, 0, MANY);
                assertThat(consumer.receiveNoWait()).isNull();
            }
            for (String name : List.of("slow", "late", "never")) {
                context.unsubscribe(name);
            }
        }
        broker.awaitEmptyStore();
    }

    @Test
    void expiredOnesGoToTheErrorDestination() throws Exception {
        broker.with(
                ORDERS,
                new DestinationRules(
                        QueueRules.STANDARD, -1, -1, false, -1, DestinationRules.Expired.REDIRECT, ERRORS));
        send(queue(ORDERS), 0, MANY, (producer, number) -> producer.setTimeToLive(number % 2 == 0 ? 3000 : 0));
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer over = context.createConsumer(queue(ERRORS));
                JMSConsumer others = context.createConsumer(queue(ORDERS))) {
            for (int i = 0; i < MANY; i += 2) {
                check(over.receive(SOON), i);
            }
            for (int i = 1; i < MANY; i += 2) {
                check(others.receive(SOON), i);
            }
            assertThat(over.receiveNoWait()).isNull();
            assertThat(others.receiveNoWait()).isNull();
        }
        broker.awaitEmptyStore();
    }

    @Test
    void unitsOfOrderAndOtherMessagesKeepTheirOrder() throws Exception {
        send(queue(ORDERS), 0, 2000, (producer, number) -> {
            if (number % 4 == 0) {
                producer.setProperty("JMSXGroupID", "unit");
            } else {
                producer.clearProperties();
            }
        });
        assertThat(state(ORDERS, "").pagedMessages()).as("those without a unit").isBetween(1200, 1500);
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue(ORDERS))) {
            receive(consumer, 0, 2000);
            assertThat(consumer.receiveNoWait()).isNull();
        }
        broker.awaitEmptyStore();
    }
}
