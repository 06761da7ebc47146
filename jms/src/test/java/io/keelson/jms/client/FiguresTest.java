package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.jms.broker.ConnectionState;
import io.keelson.jms.broker.ConsumerState;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.DestinationState;
import io.keelson.jms.broker.SessionState;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.Connection;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Management is told of connections and consumers. */
@Timeout(60)
final class FiguresTest {
    private static final long SOON = 20_000;
    private static final DestinationName ORDERS = DestinationName.queue("orders");

    private final TestBroker broker;

    FiguresTest(@TempDir Path directory) {
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

    private static Queue queue(String name) {
        return (Queue) ClientDestination.of(DestinationName.queue(name));
    }

    @Test
    void consumersAreShownWithTheirPipelines() throws Exception {
        FactorySettings pipeline = new FactorySettings("p", "me", 5, false, false, false, 1, 1000, 0);
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        try (JMSContext context = broker.factory(pipeline).createContext()) {
            for (int i = 0; i < 8; i++) {
                context.createProducer().setProperty("n", i).send(queue("orders"), "m" + i);
            }
            context.createConsumer(queue("orders"), "n >= 1").setMessageListener(message -> {
                held.countDown();
                try {
                    boolean unused = hold.await(SOON, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThat(held.await(SOON, TimeUnit.MILLISECONDS)).isTrue();
            List<ConsumerState> consumers = broker.server().figures().consumerStates();
            assertThat(consumers).hasSize(1);
            ConsumerState one = consumers.get(0);
            assertThat(one.destination()).isEqualTo(ORDERS);
            assertThat(one.selector()).isEqualTo("n >= 1");
            assertThat(one.inFlight()).isEqualTo(5);
            assertThat(one.free()).isZero();
            assertThat(one.delivered()).isEqualTo(5);
            assertThat(one.deliveredLastHour()).isEqualTo(5);
            assertThat(one.oldest()).isPositive();
            List<ConnectionState> connections = broker.server().figures().connectionStates();
            assertThat(connections).hasSize(1);
            assertThat(connections.get(0).clientId()).isEqualTo("me");
            assertThat(connections.get(0).number()).isEqualTo(one.connection());
            assertThat(connections.get(0).consumers()).isEqualTo(1);
            assertThat(connections.get(0).inFlight()).isEqualTo(5);
            assertThat(connections.get(0).sent()).isEqualTo(8);
            hold.countDown();
            Awaitility.await().untilAsserted(() -> {
                ConsumerState later = broker.server().figures().consumerStates().get(0);
                assertThat(later.delivered()).isEqualTo(7);
                assertThat(later.inFlight()).isZero();
                assertThat(later.oldest()).isZero();
            });
        }
        assertThat(broker.server().figures().consumerStates()).isEmpty();
        assertThat(broker.server().figures().connectionStates()).isEmpty();
    }

    @Test
    void sessionsAreShownWithWhatTheyHaveAndHaveDone() throws Exception {
        FactorySettings pipeline = new FactorySettings("p", null, 4, true, false, false, 1, 1000, 0);
        try (Connection connection = broker.factory(pipeline).createConnection()) {
            Session sender = connection.createSession(Session.AUTO_ACKNOWLEDGE);
            Session unused = connection.createSession(Session.AUTO_ACKNOWLEDGE);
            Session taker = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageProducer producer = sender.createProducer(queue("orders"));
            for (int i = 0; i < 6; i++) {
                producer.send(sender.createTextMessage("m" + i));
            }
            connection.start();
            MessageConsumer consumer = taker.createConsumer(queue("orders"));
            Message first = consumer.receive(SOON);
            Message second = consumer.receive(SOON);
            assertThat(first).isNotNull();
            Awaitility.await().untilAsserted(() -> {
                List<SessionState> sessions = sessions();
                assertThat(sessions).as("one has done nothing").hasSize(2);
                SessionState sent = sessions.get(0);
                assertThat(sent.sent()).isEqualTo(6);
                assertThat(sent.sentLastHour()).isEqualTo(6);
                assertThat(sent.consumers()).isZero();
                assertThat(sent.oldest()).isZero();
                SessionState took = sessions.get(1);
                assertThat(took.consumers()).isEqualTo(1);
                assertThat(took.inFlight()).isEqualTo(4);
                assertThat(took.unacknowledged()).isEqualTo(4);
                assertThat(took.free()).isZero();
                assertThat(took.received()).isEqualTo(4);
                assertThat(took.receivedLastHour()).isEqualTo(4);
                assertThat(took.sent()).isZero();
                assertThat(took.oldest()).isEqualTo(first.getJMSTimestamp());
                assertThat(broker.server().figures().consumerStates().get(0).session())
                        .isEqualTo(took.session());
            });
            consumer.close();
            Awaitility.await().untilAsserted(() -> {
                SessionState took = sessions().get(1);
                assertThat(took.consumers()).isZero();
                assertThat(took.unacknowledged())
                        .as("what the application has seen")
                        .isEqualTo(2);
            });
            second.acknowledge();
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(sessions().get(1).unacknowledged()).isZero());
            sender.close();
            taker.close();
            Awaitility.await().untilAsserted(() -> assertThat(sessions()).isEmpty());
            assertThat(unused.getAcknowledgeMode()).isEqualTo(Session.AUTO_ACKNOWLEDGE);
        }
    }

    private List<SessionState> sessions() {
        return broker.server().figures().sessionStates().stream()
                .sorted(Comparator.comparing(SessionState::session))
                .toList();
    }

    @Test
    void transactionsCountWhenTheyCommitAndFiguresOfSessionsAreBounded() throws Exception {
        try (Connection connection = broker.factory().createConnection()) {
            Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
            MessageProducer producer = transacted.createProducer(queue("orders"));
            producer.send(transacted.createTextMessage("never"));
            transacted.rollback();
            producer.send(transacted.createTextMessage("one"));
            producer.send(transacted.createTextMessage("two"));
            assertThat(sessions()).isEmpty();
            transacted.commit();
            assertThat(sessions().get(0).sent()).isEqualTo(2);
        }
        Link link = broker.server().connect(null, null, new Link.Handler() {
            @Override
            public void delivered(long consumer, List<Delivery> batch) {}

            @Override
            public void ended(JmsFailure why) {}
        });
        try {
            for (int i = 1; i <= 1_100; i++) {
                Reply unused =
                        link.request(new Request.Send(List.of(), 0, null, i)).get(60, TimeUnit.SECONDS);
            }
            assertThat(sessions()).hasSize(1_000);
        } finally {
            link.close();
        }
        assertThat(sessions()).isEmpty();
    }

    @Test
    void producersThatAreHeldBackAreShown() throws Exception {
        broker.with(
                ORDERS,
                new DestinationRules(QueueRules.STANDARD, 1, -1, false, -1, DestinationRules.Expired.DISCARD, null));
        try (JMSContext context = broker.factory().createContext();
                JMSContext other = broker.factory().createContext();
                JMSConsumer consumer = other.createConsumer(queue("orders"))) {
            context.createProducer().send(queue("orders"), "one");
            CompletableFuture<Void> blocked =
                    CompletableFuture.runAsync(() -> context.createProducer().send(queue("orders"), "two"));
            Awaitility.await()
                    .until(() -> broker.server().figures().connectionStates().stream()
                            .anyMatch(each -> each.blocked() == 1 && each.blockedBytes() > 200));
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("one");
            blocked.get(SOON, TimeUnit.MILLISECONDS);
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("two");
            Awaitility.await().untilAsserted(() -> {
                DestinationState state = broker.server().figures().states().stream()
                        .filter(each -> each.name().equals(ORDERS))
                        .findFirst()
                        .orElseThrow();
                assertThat(state.receivedLastHour()).isEqualTo(2);
                assertThat(state.acknowledgedLastHour()).isEqualTo(2);
            });
        }
    }
}
