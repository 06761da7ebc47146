package io.keelson.ee.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestServer;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Apache Qpid's client of JMS over AMQP, and the server's own, at one server. */
@Timeout(60)
final class AmqpIT {
    private static final long SOON = 10_000;
    private static final long NOW = 300;

    private final Path directory;
    private TestServer server;

    AmqpIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void start() throws Exception {
        server = TestServer.builder().directory(directory).yaml("""
                        name: test
                        admin-server: AdminServer
                        servers:
                          AdminServer:
                            listen-port: 0
                            amqp:
                              enabled: true
                              anonymous: true
                              max-message-size: 1MiB
                              max-transaction-size: 2MiB
                              idle-timeout: 2s
                        jms-queues:
                          orders: {}
                          limited: {redelivery-limit: 1, error-destination: orders}
                          small: {messages-maximum: 1}
                        jms-topics:
                          prices: {}
                        """).start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private JmsConnectionFactory theirs() {
        return new JmsConnectionFactory(
                "amqp://127.0.0.1:" + server.address().getPort() + "?amqp.saslMechanisms=ANONYMOUS");
    }

    private ConnectionFactory ours() throws Exception {
        return (ConnectionFactory) server.service(Naming.class).context().lookup("jms/DefaultJMSConnectionFactory");
    }

    private Queue queue(String name) throws Exception {
        return (Queue) server.service(Naming.class).context().lookup("jms/" + name);
    }

    private static void sendAll(JMSContext context, Queue to) throws JMSException {
        TextMessage text = context.createTextMessage("text ä");
        BytesMessage bytes = context.createBytesMessage();
        bytes.writeBytes(new byte[300_000]);
        bytes.writeInt(42);
        MapMessage map = context.createMapMessage();
        map.setString("a", "x");
        map.setBytes("b", new byte[] {1, 2});
        map.setLong("c", 5);
        StreamMessage stream = context.createStreamMessage();
        stream.writeString("s");
        stream.writeInt(9);
        stream.writeBytes(new byte[] {4});
        ObjectMessage object = context.createObjectMessage(new ArrayList<>(List.of("one", 2)));
        for (Message each : List.of(text, bytes, map, stream, object, context.createMessage())) {
            each.setStringProperty("text", "here");
            each.setBooleanProperty("flag", true);
            each.setIntProperty("n", 7);
            each.setJMSType("kind");
            each.setJMSCorrelationID("about-this");
            each.setJMSReplyTo(to);
            context.createProducer().setPriority(7).setTimeToLive(600_000).send(to, each);
        }
    }

    private static void check(Message got) throws JMSException {
        assertThat(got).isNotNull();
        assertThat(got.getStringProperty("text")).isEqualTo("here");
        assertThat(got.getBooleanProperty("flag")).isTrue();
        assertThat(got.getObjectProperty("n")).isEqualTo(7);
        assertThat(got.getJMSType()).isEqualTo("kind");
        assertThat(got.getJMSCorrelationID()).isEqualTo("about-this");
        assertThat(got.getJMSPriority()).isEqualTo(7);
        assertThat(got.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(got.getJMSMessageID()).startsWith("ID:");
        assertThat(got.getJMSExpiration() - System.currentTimeMillis()).isBetween(400_000L, 600_000L);
        assertThat(((Queue) got.getJMSReplyTo()).getQueueName()).isEqualTo("orders");
        assertThat(((Queue) got.getJMSDestination()).getQueueName()).isEqualTo("orders");
        assertThat(got.getJMSRedelivered()).isFalse();
    }

    private static void receiveAll(JMSConsumer consumer) throws JMSException {
        Message text = consumer.receive(SOON);
        check(text);
        assertThat(text.getBody(String.class)).isEqualTo("text ä");
        BytesMessage bytes = (BytesMessage) consumer.receive(SOON);
        check(bytes);
        assertThat(bytes.getBodyLength()).isEqualTo(300_004);
        assertThat(bytes.readBytes(new byte[300_000])).isEqualTo(300_000);
        assertThat(bytes.readInt()).isEqualTo(42);
        MapMessage map = (MapMessage) consumer.receive(SOON);
        check(map);
        assertThat(map.getString("a")).isEqualTo("x");
        assertThat(map.getBytes("b")).containsExactly(1, 2);
        assertThat(map.getObject("c")).isEqualTo(5L);
        StreamMessage stream = (StreamMessage) consumer.receive(SOON);
        check(stream);
        assertThat(stream.readObject()).isEqualTo("s");
        assertThat(stream.readObject()).isEqualTo(9);
        assertThat(stream.readObject()).isEqualTo(new byte[] {4});
        ObjectMessage object = (ObjectMessage) consumer.receive(SOON);
        check(object);
        assertThat(object.getObject()).isEqualTo(List.of("one", 2));
        check(consumer.receive(SOON));
    }

    @Test
    void messagesTravelWholeBetweenTheClients() throws Exception {
        try (JMSContext amqp = theirs().createContext();
                JMSContext own = ours().createContext()) {
            Queue orders = amqp.createQueue("orders");
            sendAll(amqp, orders);
            try (JMSConsumer consumer = own.createConsumer(queue("orders"))) {
                receiveAll(consumer);
            }
            sendAll(own, queue("orders"));
            try (JMSConsumer consumer = amqp.createConsumer(orders)) {
                receiveAll(consumer);
            }
            sendAll(amqp, orders);
            try (JMSConsumer consumer = amqp.createConsumer(orders)) {
                receiveAll(consumer);
                assertThat(consumer.receiveNoWait()).isNull();
            }
        }
    }

    @Test
    void acknowledgementsAndReturnsAreTheServers() throws Exception {
        try (Connection connection = theirs().createConnection()) {
            connection.start();
            Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            Queue orders = session.createQueue("orders");
            MessageProducer producer = session.createProducer(orders);
            for (int i = 0; i < 5; i++) {
                producer.send(session.createTextMessage("m" + i));
            }
            MessageConsumer consumer = session.createConsumer(orders);
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("m0");
            Message second = consumer.receive(SOON);
            second.acknowledge();
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("m2");
            session.recover();
            Message again = consumer.receive(SOON);
            assertThat(again.getBody(String.class)).isEqualTo("m2");
            assertThat(again.getJMSRedelivered()).isTrue();
            again.acknowledge();
        }
        try (JMSContext own = ours().createContext();
                JMSConsumer consumer = own.createConsumer(queue("orders"))) {
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("m3");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("m4");
            assertThat(consumer.receive(NOW)).isNull();
        }
    }

    @Test
    void transactionsCommitAndRollBack() throws Exception {
        try (Connection connection = theirs().createConnection()) {
            connection.start();
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            Queue orders = session.createQueue("orders");
            MessageProducer producer = session.createProducer(orders);
            producer.send(session.createTextMessage("never"));
            session.rollback();
            producer.send(session.createTextMessage("one"));
            producer.send(session.createTextMessage("two"));
            try (JMSContext own = ours().createContext();
                    JMSConsumer consumer = own.createConsumer(queue("orders"))) {
                assertThat(consumer.receive(NOW)).isNull();
            }
            session.commit();
            MessageConsumer consumer = session.createConsumer(orders);
            assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("one");
            session.rollback();
            Message again = consumer.receive(SOON);
            assertThat(again.getBody(String.class)).isEqualTo("one");
            assertThat(again.getJMSRedelivered()).isTrue();
            producer.send(session.createTextMessage("three"));
            session.commit();
        }
        try (JMSContext own = ours().createContext();
                JMSConsumer consumer = own.createConsumer(queue("orders"))) {
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("two");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("three");
            assertThat(consumer.receive(NOW)).isNull();
        }
    }

    @Test
    void topicsHavePlainDurableAndSharedSubscriptions() throws Exception {
        try (JMSContext own = ours().createContext()) {
            Topic prices = (Topic) server.service(Naming.class).context().lookup("jms/prices");
            try (Connection connection = theirs().createConnection()) {
                connection.setClientID("me");
                connection.start();
                Session session = connection.createSession();
                Topic topic = session.createTopic("prices");
                MessageConsumer plain = session.createConsumer(topic);
                MessageConsumer durable = session.createDurableSubscriber(topic, "all", "n > 1", false);
                MessageConsumer shared = session.createSharedConsumer(topic, "group");
                MessageConsumer other = session.createSharedConsumer(topic, "group");
                own.createProducer().setProperty("n", 1).send(prices, "one");
                own.createProducer().setProperty("n", 2).send(prices, "two");
                assertThat(plain.receive(SOON).getBody(String.class)).isEqualTo("one");
                assertThat(plain.receive(SOON).getBody(String.class)).isEqualTo("two");
                assertThat(durable.receive(SOON).getBody(String.class)).isEqualTo("two");
                List<String> both = new ArrayList<>();
                for (MessageConsumer each : List.of(shared, other, shared, other)) {
                    Message got = each.receive(NOW);
                    if (got != null) {
                        both.add(got.getBody(String.class));
                    }
                }
                assertThat(both).containsExactlyInAnyOrder("one", "two");
            }
            own.createProducer().setProperty("n", 3).send(prices, "three");
            try (Connection connection = theirs().createConnection()) {
                connection.setClientID("me");
                connection.start();
                Session session = connection.createSession();
                MessageConsumer durable =
                        session.createDurableSubscriber(session.createTopic("prices"), "all", "n > 1", false);
                assertThat(durable.receive(SOON).getBody(String.class)).isEqualTo("three");
                durable.close();
                session.unsubscribe("all");
                assertThatThrownBy(() -> session.unsubscribe("all")).isInstanceOf(JMSException.class);
            }
        }
    }

    @Test
    void selectorsBrowsersAndTemporaryDestinations() throws Exception {
        try (Connection connection = theirs().createConnection()) {
            connection.start();
            Session session = connection.createSession();
            Queue orders = session.createQueue("orders");
            MessageProducer anonymous = session.createProducer(null);
            for (int i = 0; i < 4; i++) {
                Message each = session.createTextMessage("m" + i);
                each.setIntProperty("n", i);
                anonymous.send(orders, each);
            }
            try (QueueBrowser browser = session.createBrowser(orders, "n < 2")) {
                assertThat(Collections.list(browser.getEnumeration())).hasSize(2);
            }
            MessageConsumer selecting = session.createConsumer(orders, "n = 3");
            assertThat(selecting.receive(SOON).getBody(String.class)).isEqualTo("m3");
            assertThat(selecting.receive(NOW)).isNull();
            assertThatThrownBy(() -> session.createConsumer(session.createQueue("nowhere")))
                    .isInstanceOf(InvalidDestinationException.class)
                    .hasMessageContaining("nowhere");
            TemporaryQueue mine = session.createTemporaryQueue();
            MessageConsumer answers = session.createConsumer(mine);
            anonymous.send(mine, session.createTextMessage("back"));
            assertThat(answers.receive(SOON).getBody(String.class)).isEqualTo("back");
            answers.close();
            mine.delete();
            assertThatThrownBy(() -> anonymous.send(mine, session.createTextMessage("gone")))
                    .isInstanceOf(JMSException.class);
        }
    }

    @Test
    void listenersGetManyInOrder() throws Exception {
        List<String> got = Collections.synchronizedList(new ArrayList<>());
        List<String> sent =
                IntStream.range(0, 2_000).mapToObj(each -> "m" + each).toList();
        try (Connection connection = theirs().createConnection()) {
            Session session = connection.createSession();
            session.createConsumer(session.createQueue("orders")).setMessageListener(message -> {
                try {
                    got.add(message.getBody(String.class));
                } catch (JMSException e) {
                    throw new IllegalStateException(e);
                }
            });
            connection.start();
            try (JMSContext own = ours().createContext()) {
                for (String each : sent) {
                    own.createProducer()
                            .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
                            .send(queue("orders"), each);
                }
            }
            Awaitility.await().until(() -> got.size() == sent.size());
        }
        assertThat(got).isEqualTo(sent);
    }

    /** Messages that are on their way to a link when the client closes it are for the next one, while the connection lasts. */
    @Test
    void whatComesForAClosedReceiverGoesBack() throws Exception {
        int all = 1_000;
        try (Connection connection = theirs().createConnection()) {
            Session session = connection.createSession();
            Queue orders = session.createQueue("orders");
            connection.start();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                try (JMSContext own = ours().createContext()) {
                    for (int i = 0; i < all; i++) {
                        own.createProducer()
                                .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
                                .send(queue("orders"), "m" + i);
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            while (!sending.isDone()) {
                session.createConsumer(orders).close();
            }
            sending.get();
            Set<String> got = new HashSet<>();
            try (MessageConsumer consumer = session.createConsumer(orders)) {
                for (Message next = consumer.receive(10_000); next != null; next = consumer.receive(3_000)) {
                    got.add(next.getBody(String.class));
                }
            }
            assertThat(got).hasSize(all);
        }
    }

    @Test
    void whatIsRolledBackTooOftenGoesToTheErrorDestination() throws Exception {
        try (Connection connection = theirs().createConnection()) {
            connection.start();
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            session.createProducer(session.createQueue("limited")).send(session.createTextMessage("poison"));
            session.commit();
            MessageConsumer consumer = session.createConsumer(session.createQueue("limited"));
            for (int i = 0; i < 2; i++) {
                assertThat(consumer.receive(SOON).getBody(String.class)).isEqualTo("poison");
                session.rollback();
            }
            assertThat(consumer.receive(NOW)).isNull();
        }
        try (JMSContext own = ours().createContext();
                JMSConsumer consumer = own.createConsumer(queue("orders"))) {
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("poison");
        }
    }

    @Test
    void quotasSizesAndClientIdsAreRefusedWithTheirReason() throws Exception {
        try (Connection connection = theirs().createConnection()) {
            connection.setClientID("me");
            connection.start();
            Session session = connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("orders"));
            BytesMessage large = session.createBytesMessage();
            large.writeBytes(new byte[2 << 20]);
            assertThatThrownBy(() -> producer.send(large)).isInstanceOf(JMSException.class);
            try (Connection other = theirs().createConnection()) {
                assertThatThrownBy(() -> other.setClientID("me")).isInstanceOf(JMSException.class);
            }
        }
        try (JMSContext amqp = theirs().createContext()) {
            amqp.createProducer().send(amqp.createQueue("orders"), "still there");
        }
        assertThatThrownBy(() -> new JmsConnectionFactory(
                                "amqp://127.0.0.1:" + server.address().getPort() + "?amqp.saslMechanisms=PLAIN")
                        .createContext("nobody", "nothing"))
                .isInstanceOf(JMSSecurityRuntimeException.class);
    }

    @Test
    void aClientThatLeavesInATransactionHasDoneNothing() throws Exception {
        try (JMSContext own = ours().createContext();
                Relay relay = new Relay(server.address().getPort())) {
            own.createProducer().send(queue("orders"), "first");
            Connection connection = through(relay).createConnection();
            connection.start();
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            Queue orders = session.createQueue("orders");
            assertThat(session.createConsumer(orders).receive(SOON).getBody(String.class))
                    .isEqualTo("first");
            session.createProducer(session.createQueue("limited")).send(session.createTextMessage("never"));
            relay.cut();
            try (JMSConsumer consumer = own.createConsumer(queue("orders"));
                    JMSConsumer other = own.createConsumer(queue("limited"))) {
                Message again = consumer.receive(SOON);
                assertThat(again.getBody(String.class)).isEqualTo("first");
                assertThat(again.getJMSRedelivered()).isTrue();
                assertThat(other.receive(NOW)).isNull();
            }
            assertThatThrownBy(session::commit).isInstanceOf(JMSException.class);
            connection.close();
        }
    }

    @Test
    void aClientWithoutASignOfLifeIsGivenUp() throws Exception {
        try (JMSContext own = ours().createContext();
                Relay relay = new Relay(server.address().getPort())) {
            own.createProducer().send(queue("orders"), "first");
            Connection connection = through(relay).createConnection();
            connection.start();
            Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            assertThat(session.createConsumer(session.createQueue("orders")).receive(SOON))
                    .isNotNull();
            try (JMSConsumer consumer = own.createConsumer(queue("orders"))) {
                assertThat(consumer.receive(3_000)).isNull(); // more than the time-out: the client's heartbeats count
                relay.freeze();
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("first");
            }
            relay.cut();
            connection.close();
        }
    }

    @Test
    void suspendingAnswersForWhatWasSentAndEndsTheConnections() throws Exception {
        List<String> answered = new ArrayList<>();
        List<JMSException> ends = Collections.synchronizedList(new ArrayList<>());
        try (Connection connection = theirs().createConnection();
                Connection idle = theirs().createConnection()) {
            idle.setExceptionListener(ends::add);
            idle.start();
            connection.start();
            Session session = connection.createSession();
            MessageProducer producer = session.createProducer(session.createQueue("orders"));
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; ; i++) {
                        producer.send(session.createTextMessage("m" + i));
                        synchronized (answered) {
                            answered.add("m" + i);
                        }
                    }
                } catch (JMSException e) {
                    ends.add(e);
                }
            });
            Awaitility.await().until(() -> {
                synchronized (answered) {
                    return answered.size() > 20;
                }
            });
            server.control().suspend(Duration.ofSeconds(20));
            sending.get(60, TimeUnit.SECONDS);
            Awaitility.await().until(() -> ends.size() >= 2);
            assertThat(ends).anySatisfy(each -> assertThat(each).hasMessageContaining("the server is being stopped"));
            assertThatThrownBy(() -> theirs().createConnection().start()).isInstanceOf(JMSException.class);
            server.control().resume();
        }
        try (JMSContext amqp = theirs().createContext();
                JMSConsumer consumer = amqp.createConsumer(amqp.createQueue("orders"))) {
            for (String each : answered) {
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo(each);
            }
        }
    }

    @Test
    void shutdownDoesNotWaitForClients() throws Exception {
        try (Relay relay = new Relay(server.address().getPort())) {
            Connection connection = through(relay).createConnection();
            connection.start();
            relay.freeze();
            long from = System.nanoTime();
            server.close();
            assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(20));
            relay.cut();
            connection.close();
        }
        start();
    }

    /** The end of a transaction does not come before large messages of it that wait for a window. */
    @Test
    void transactionsOfLargeMessagesAreWhole() throws Exception {
        try (Connection connection = theirs().createConnection();
                JMSContext own = ours().createContext();
                JMSConsumer consumer = own.createConsumer(queue("orders"))) {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            MessageProducer producer = session.createProducer(session.createQueue("orders"));
            for (int i = 0; i < 20; i++) {
                for (int j = 0; j < 4; j++) {
                    BytesMessage each = session.createBytesMessage();
                    each.writeBytes(new byte[450_000]);
                    producer.send(each);
                }
                session.commit();
                for (int j = 0; j < 4; j++) {
                    assertThat(consumer.receive(SOON))
                            .as("message %d of transaction %d", j, i)
                            .isNotNull();
                }
            }
        }
    }

    @Test
    void aTransactionThatIsTooLargeIsRolledBack() throws Exception {
        try (Connection connection = theirs().createConnection()) {
            connection.start();
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            MessageProducer producer = session.createProducer(session.createQueue("orders"));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10; i++) {
                            BytesMessage each = session.createBytesMessage();
                            each.writeBytes(new byte[500_000]);
                            producer.send(each);
                        }
                        session.commit();
                    })
                    .isInstanceOf(JMSException.class);
            session.rollback();
            producer.send(session.createTextMessage("small"));
            session.commit();
        }
        try (JMSContext own = ours().createContext();
                JMSConsumer consumer = own.createConsumer(queue("orders"))) {
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("small");
            assertThat(consumer.receive(NOW)).isNull();
        }
    }

    @Test
    void sessionsThatEndTakeTheirConsumersAlong() throws Exception {
        try (Connection connection = theirs().createConnection();
                JMSContext own = ours().createContext()) {
            connection.start();
            for (int i = 0; i < 300; i++) { // more than the channels that a connection has
                Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer unused = session.createConsumer(session.createQueue("orders"));
                session.close();
            }
            own.createProducer().send(queue("orders"), "one");
            try (JMSConsumer consumer = own.createConsumer(queue("orders"))) {
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("one");
            }
        }
    }

    private static JmsConnectionFactory through(Relay relay) {
        return new JmsConnectionFactory("amqp://127.0.0.1:" + relay.port() + "?amqp.saslMechanisms=ANONYMOUS");
    }
}
