package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.DestinationState;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.message.DestinationName;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Backlogs that are larger than the memory for bodies. */
@Timeout(120)
class PagingTest {
    private static final long SOON = 20_000;
    private static final int SIZE = 10_000;
    private static final int BUFFER = 256 << 10;
    private static final DestinationName ORDERS = DestinationName.queue("orders");

    private final TestBroker broker;

    PagingTest(@TempDir Path directory) {
        broker = broker(directory).bufferSize(BUFFER);
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

    private static Topic topic(String name) {
        return (Topic) ClientDestination.of(DestinationName.topic(name));
    }

    private static byte[] body(int number) {
        byte[] body = new byte[SIZE + number % 7];
        Arrays.fill(body, (byte) number);
        body[0] = (byte) (number >> 8);
        return body;
    }

    private static void send(JMSContext context, jakarta.jms.Destination to, int from, int until, boolean persistent) {
        JMSProducer producer = context.createProducer()
                .setDeliveryMode(persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
        for (int i = from; i < until; i++) {
            producer.setProperty("n", i).send(to, body(i));
        }
    }

    private static void check(Message message, int number) throws JMSException {
        assertThat(message).as("message %d", number).isNotNull();
        assertThat(message.getIntProperty("n")).isEqualTo(number);
        assertThat(message.getBody(byte[].class)).as("body %d", number).isEqualTo(body(number));
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

    private void awaitPaged(DestinationName name, int most) {
        Awaitility.await()
                .untilAsserted(() -> assertThat(
                                state(name, "").bytes() - state(name, "").pagedBytes())
                        .isLessThan(most));
        assertThat(state(name, "").pagedMessages()).isGreaterThan(0);
    }

    private long files() throws IOException {
        if (!Files.isDirectory(broker.pagingDirectory())) {
            return 0;
        }
        try (Stream<Path> all = Files.list(broker.pagingDirectory())) {
            return all.count();
        }
    }

    private void awaitNoFiles() {
        Awaitility.await().untilAsserted(() -> assertThat(files()).isZero());
    }

    @Test
    void persistentBodiesLeaveMemoryAndComeBackInOrder() throws Exception {
        try (JMSContext context = broker.factory().createContext()) {
            send(context, queue("orders"), 0, 400, true);
            awaitPaged(ORDERS, BUFFER + 400 * 300);
            assertThat(state(ORDERS, "").pagedBytes()).isGreaterThan(400L * SIZE - BUFFER - 20 * SIZE);
            assertThat(files()).as("the store has them").isZero();
            try (JMSConsumer consumer = context.createConsumer(queue("orders"))) {
                receive(consumer, 0, 400);
                assertThat(consumer.receiveNoWait()).isNull();
            }
        }
        assertThat(state(ORDERS, "").pagedMessages()).isZero();
        assertThat(state(ORDERS, "").pagedBytes()).isZero();
    }

    @Test
    void otherBodiesGoToFilesWhichEndWithTheBacklog() throws Exception {
        try (JMSContext context = broker.factory().createContext()) {
            send(context, queue("orders"), 0, 400, false);
            awaitPaged(ORDERS, BUFFER + 400 * 300);
            assertThat(files()).isGreaterThan(1);
            try (JMSConsumer consumer = context.createConsumer(queue("orders"))) {
                receive(consumer, 0, 150);
                send(context, queue("orders"), 400, 500, false);
                receive(consumer, 150, 500);
            }
        }
        awaitNoFiles();
        assertThat(state(ORDERS, "").pagedMessages()).isZero();
    }

    @Test
    void persistentOnesAreThereAfterARestartAndOthersLeaveNoFiles() throws Exception {
        try (JMSContext context = broker.factory().createContext()) {
            send(context, queue("orders"), 0, 300, true);
            send(context, queue("errors"), 0, 300, false);
            awaitPaged(DestinationName.queue("errors"), BUFFER + 300 * 300);
        }
        broker.awaitClosed();
        broker.reopen();
        assertThat(files()).isZero();
        assertThat(state(ORDERS, "").pagedMessages()).isGreaterThan(250);
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            receive(consumer, 0, 300);
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void browsersAndSelectorsWorkOnPagedMessages() throws Exception {
        try (JMSContext context = broker.factory().createContext()) {
            send(context, queue("orders"), 0, 150, true);
            send(context, queue("orders"), 150, 300, false);
            awaitPaged(ORDERS, BUFFER + 300 * 300);
            try (QueueBrowser browser = context.createBrowser(queue("orders"))) {
                Enumeration<?> all = browser.getEnumeration();
                for (int i = 0; i < 300; i++) {
                    check((Message) all.nextElement(), i);
                }
                assertThat(all.hasMoreElements()).isFalse();
            }
            try (QueueBrowser browser = context.createBrowser(queue("orders"), "n >= 290")) {
                Enumeration<?> some = browser.getEnumeration();
                for (int i = 290; i < 300; i++) {
                    check((Message) some.nextElement(), i);
                }
                assertThat(some.hasMoreElements()).isFalse();
            }
            try (JMSConsumer odd = context.createConsumer(queue("orders"), "n = 299 OR n = 149")) {
                check(odd.receiveNoWait(), 149);
                check(odd.receive(SOON), 299);
                assertThat(odd.receiveNoWait()).isNull();
            }
            assertThat(broker.server().messages().browse(ORDERS, "n > 100", 3, 1 << 20))
                    .extracting(each -> each.body().length)
                    .containsExactly(SIZE + 101 % 7, SIZE + 102 % 7, SIZE + 103 % 7);
        }
    }

    @Test
    void aBrowserGoesOnWhereMessagesAreConsumedMeanwhile() throws Exception {
        try (JMSContext context = broker.factory().createContext();
                JMSContext other = broker.factory().createContext()) {
            send(context, queue("orders"), 0, 300, true);
            try (QueueBrowser browser = context.createBrowser(queue("orders"));
                    JMSConsumer consumer = other.createConsumer(queue("orders"))) {
                Enumeration<?> all = browser.getEnumeration();
                check((Message) all.nextElement(), 0);
                receive(consumer, 0, 250);
                int last = 0;
                while (all.hasMoreElements()) {
                    int next = ((Message) all.nextElement()).getIntProperty("n");
                    assertThat(next).isGreaterThan(last);
                    last = next;
                }
                assertThat(last).isEqualTo(299);
            }
        }
    }

    @Test
    void aSlowSubscriberPagesAlone() throws Exception {
        DestinationName prices = DestinationName.topic("prices");
        try (JMSContext context = broker.factory().createContext();
                JMSContext slow = broker.factory().createContext();
                JMSContext fast = broker.factory().createContext()) {
            JMSConsumer late = slow.createSharedConsumer(topic("prices"), "slow");
            JMSConsumer soon = fast.createSharedConsumer(topic("prices"), "fast");
            for (int i = 0; i < 300; i++) {
                send(context, topic("prices"), i, i + 1, false);
                check(soon.receive(SOON), i);
                assertThat(state(prices, "fast").pagedMessages()).isZero();
            }
            Awaitility.await()
                    .untilAsserted(() ->
                            assertThat(state(prices, "slow").pagedMessages()).isGreaterThan(200));
            receive(late, 0, 300);
        }
        awaitNoFiles();
    }

    @Test
    void returnedMessagesComeAgainInTheirPlaces() throws Exception {
        try (JMSContext sending = broker.factory().createContext();
                JMSContext context = broker.factory().createContext(JMSContext.SESSION_TRANSACTED)) {
            send(sending, queue("orders"), 0, 200, false);
            awaitPaged(ORDERS, BUFFER + 200 * 300);
            try (JMSConsumer consumer = context.createConsumer(queue("orders"))) {
                receive(consumer, 0, 120);
                context.rollback();
                for (int i = 0; i < 200; i++) {
                    Message next = consumer.receive(SOON);
                    check(next, i);
                    assertThat(next.getJMSRedelivered()).isEqualTo(i < 120);
                }
                context.commit();
            }
        }
        awaitNoFiles();
    }

    @Test
    void expiredOnesGoToTheErrorDestinationWithTheirBodies() throws Exception {
        DestinationRules rules = new DestinationRules(
                QueueRules.STANDARD,
                -1,
                -1,
                false,
                -1,
                DestinationRules.Expired.REDIRECT,
                DestinationName.queue("errors"));
        broker.with(ORDERS, rules);
        try (JMSContext context = broker.factory().createContext()) {
            JMSProducer producer = context.createProducer().setTimeToLive(2000);
            for (int i = 0; i < 100; i++) {
                producer.setDeliveryMode(i % 2 + 1).setProperty("n", i).send(queue("orders"), body(i));
            }
            try (JMSConsumer consumer = context.createConsumer(queue("errors"))) {
                boolean[] seen = new boolean[100];
                for (int i = 0; i < 100; i++) {
                    BytesMessage next = (BytesMessage) consumer.receive(SOON);
                    int number = next.getIntProperty("n");
                    assertThat(seen[number]).isFalse();
                    seen[number] = true;
                    check(next, number);
                }
            }
        }
        awaitNoFiles();
    }

    @Test
    void operatorsMoveAndDeletePagedMessages() throws Exception {
        try (JMSContext context = broker.factory().createContext()) {
            send(context, queue("orders"), 0, 150, true);
            send(context, queue("orders"), 150, 300, false);
            awaitPaged(ORDERS, BUFFER + 300 * 300);
            assertThat(broker.server().messages().count(ORDERS, "n < 10")).isEqualTo(10);
            assertThat(broker.server().messages().delete(ORDERS, "n < 10")).isEqualTo(10);
            assertThat(broker.server().messages().move(ORDERS, null, DestinationName.queue("errors")))
                    .isEqualTo(290);
            try (JMSConsumer consumer = context.createConsumer(queue("errors"))) {
                receive(consumer, 10, 300);
                assertThat(consumer.receiveNoWait()).isNull();
            }
        }
        awaitNoFiles();
        broker.awaitEmptyStore();
    }

    @Test
    void filesOfATemporaryQueueEndWithIt() throws Exception {
        try (JMSContext context = broker.factory().createContext()) {
            TemporaryQueue own = context.createTemporaryQueue();
            send(context, own, 0, 200, true);
            Awaitility.await().untilAsserted(() -> assertThat(files()).isGreaterThan(0));
        }
        awaitNoFiles();
    }

    @Test
    void aDiskWithoutRoomRefusesSendersAndLosesNothing() throws Exception {
        broker.server().bytesMaximum(1 << 20);
        Files.writeString(broker.pagingDirectory(), "no directory can be made here");
        FactorySettings impatient = new FactorySettings("hasty", null, 10, false, false, false, 1, 200, 0);
        int sent = 0;
        try (JMSContext context = broker.factory(impatient).createContext()) {
            try {
                for (; sent < 200; sent++) {
                    send(context, queue("orders"), sent, sent + 1, false);
                }
            } catch (ResourceAllocationRuntimeException e) {
                assertThat(e).hasMessageContaining("bodies cannot leave memory");
            }
            assertThat(sent).isGreaterThan(50).isLessThan(110);
            int refused = sent;
            assertThatThrownBy(() -> send(context, queue("orders"), refused, refused + 1, false))
                    .isInstanceOf(ResourceAllocationRuntimeException.class);
            Files.delete(broker.pagingDirectory());
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(state(ORDERS, "").pagedMessages()).isGreaterThan(30));
            send(context, queue("orders"), sent, 300, false);
            try (JMSConsumer consumer = context.createConsumer(queue("orders"))) {
                receive(consumer, 0, 300);
                assertThat(consumer.receiveNoWait()).isNull();
            }
        }
        awaitNoFiles();
    }

    @Test
    void listenersWithAPipelineGetAllInOrder() throws Exception {
        try (JMSContext context = broker.factory().createContext();
                JMSContext listening = broker.factory().createContext()) {
            send(context, queue("orders"), 0, 400, false);
            awaitPaged(ORDERS, BUFFER + 400 * 300);
            java.util.List<Integer> seen = new java.util.concurrent.CopyOnWriteArrayList<>();
            java.util.List<Throwable> wrong = new java.util.concurrent.CopyOnWriteArrayList<>();
            JMSConsumer consumer = listening.createConsumer(queue("orders"));
            consumer.setMessageListener(message -> {
                try {
                    check(message, seen.size());
                    seen.add(message.getIntProperty("n"));
                } catch (JMSException | AssertionError e) {
                    wrong.add(e);
                }
            });
            Awaitility.await().until(() -> seen.size() + wrong.size() == 400);
            assertThat(wrong).isEmpty();
        }
    }
}
