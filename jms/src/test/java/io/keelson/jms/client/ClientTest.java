package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.wire.BranchId;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.XAJMSContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The interfaces of Jakarta Messaging over a server in the same process, with a store on disk. */
@Timeout(60)
class ClientTest {
    private static final long SOON = 20_000;

    private final TestBroker broker;

    ClientTest(@TempDir Path directory) {
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

    private static Topic topic(String name) {
        return (Topic) ClientDestination.of(DestinationName.topic(name));
    }

    private static String text(Message message) throws JMSException {
        return message == null ? null : ((TextMessage) message).getText();
    }

    @Test
    void aBodyOfAnotherTypeStaysTheNextMessage() {
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            context.createProducer().send(queue("orders"), "a");
            context.createProducer().send(queue("orders"), "b");
            assertThatThrownBy(() -> consumer.receiveBody(Integer.class, SOON))
                    .isInstanceOf(MessageFormatRuntimeException.class);
            assertThatThrownBy(() -> consumer.receiveBodyNoWait(Integer.class))
                    .isInstanceOf(MessageFormatRuntimeException.class);
            Message again = consumer.receive(SOON);
            assertThatCode(() -> {
                        assertThat(text(again)).isEqualTo("a");
                        assertThat(again.getJMSRedelivered()).isFalse();
                        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
                    })
                    .doesNotThrowAnyException();
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("b");
            assertThat(consumer.receiveBodyNoWait(String.class)).isNull();

            context.createProducer().send(queue("orders"), context.createMessage());
            assertThatThrownBy(() -> consumer.receiveBody(Boolean.class, SOON))
                    .isInstanceOf(MessageFormatRuntimeException.class);
            assertThat(consumer.receiveNoWait()).isNotNull();
        }
        try (JMSContext context = broker.factory().createContext(JMSContext.SESSION_TRANSACTED);
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            context.createProducer().send(queue("orders"), "c");
            context.createProducer().send(queue("orders"), "d");
            context.commit();
            assertThatThrownBy(() -> consumer.receiveBody(Integer.class, SOON))
                    .isInstanceOf(MessageFormatRuntimeException.class);
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("d");
            context.commit();
        }
        assertThat(take(0)).isEmpty();
    }

    @Test
    void aWrongTopicOfADurableSubscriptionIsSaidBeforeAMissingClientId() {
        Topic foreign = () -> "elsewhere";
        try (JMSContext context = broker.factory().createContext()) {
            assertThatThrownBy(() -> context.createDurableConsumer(foreign, "d"))
                    .isInstanceOf(InvalidDestinationRuntimeException.class);
            assertThatThrownBy(() -> context.createDurableConsumer(topic("prices"), "d"))
                    .isInstanceOf(IllegalStateRuntimeException.class);
        }
    }

    private List<String> take(int count) {
        List<String> taken = new ArrayList<>();
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            for (int i = 0; i < count; i++) {
                taken.add(consumer.receiveBody(String.class, SOON));
            }
            assertThat(consumer.receiveNoWait()).isNull();
        }
        return taken;
    }

    private void send(String... texts) {
        try (JMSContext context = broker.factory().createContext()) {
            for (String each : texts) {
                context.createProducer().send(queue("orders"), each);
            }
        }
    }

    @Test
    void sendsAndReceivesWithHeadersAndProperties() throws Exception {
        try (Connection connection = broker.factory().createConnection();
                Session session = connection.createSession()) {
            TextMessage sent = session.createTextMessage("hello");
            sent.setJMSCorrelationID("c-1");
            sent.setJMSType("greeting");
            sent.setJMSReplyTo(topic("prices"));
            sent.setIntProperty("answer", 42);
            sent.setStringProperty("colour", "green");
            session.createProducer(queue("orders")).send(sent, DeliveryMode.NON_PERSISTENT, 7, 60_000);
            connection.start();
            Message got = session.createConsumer(queue("orders")).receive(SOON);
            assertThat(text(got)).isEqualTo("hello");
            assertThat(got.getJMSMessageID()).startsWith("ID:").isEqualTo(sent.getJMSMessageID());
            assertThat(got.getJMSCorrelationID()).isEqualTo("c-1");
            assertThat(got.getJMSType()).isEqualTo("greeting");
            assertThat(got.getJMSReplyTo()).isEqualTo(topic("prices"));
            assertThat(got.getJMSDestination()).isEqualTo(queue("orders"));
            assertThat(got.getJMSPriority()).isEqualTo(7);
            assertThat(got.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
            assertThat(got.getJMSExpiration()).isEqualTo(sent.getJMSTimestamp() + 60_000);
            assertThat(got.getJMSRedelivered()).isFalse();
            assertThat(got.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
            assertThat(got.getIntProperty("answer")).isEqualTo(42);
            assertThat(got.getStringProperty("answer")).isEqualTo("42");
            assertThatThrownBy(() -> got.setIntProperty("answer", 43)).isInstanceOf(MessageNotWriteableException.class);
            assertThatThrownBy(() -> ((TextMessage) got).setText("x")).isInstanceOf(MessageNotWriteableException.class);
        }
    }

    @Test
    void carriesAllKindsOfBodies() throws Exception {
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            MapMessage map = context.createMapMessage();
            map.setInt("i", 7);
            map.setBytes("b", new byte[] {1, 2, 3});
            map.setString("s", null);
            context.createProducer().send(queue("orders"), map);
            MapMessage gotMap = (MapMessage) consumer.receive(SOON);
            assertThat(gotMap.getLong("i")).isEqualTo(7);
            assertThat(gotMap.getBytes("b")).containsExactly(1, 2, 3);
            assertThat(gotMap.itemExists("s")).isTrue();
            assertThat(gotMap.getString("s")).isNull();

            StreamMessage stream = context.createStreamMessage();
            stream.writeInt(1);
            stream.writeString("two");
            stream.writeBytes(new byte[] {3, 3, 3});
            context.createProducer().send(queue("orders"), stream);
            StreamMessage gotStream = (StreamMessage) consumer.receive(SOON);
            assertThat(gotStream.readLong()).isEqualTo(1);
            assertThatThrownBy(gotStream::readInt).isInstanceOf(NumberFormatException.class);
            assertThat(gotStream.readString()).isEqualTo("two");
            byte[] two = new byte[2];
            assertThat(gotStream.readBytes(two)).isEqualTo(2);
            assertThat(gotStream.readBytes(two)).isEqualTo(1);
            assertThatThrownBy(gotStream::readInt).isInstanceOf(MessageEOFException.class);

            BytesMessage bytes = context.createBytesMessage();
            bytes.writeUTF("grüße");
            bytes.writeDouble(1.5);
            context.createProducer().send(queue("orders"), bytes);
            BytesMessage gotBytes = (BytesMessage) consumer.receive(SOON);
            assertThat(gotBytes.readUTF()).isEqualTo("grüße");
            assertThat(gotBytes.readDouble()).isEqualTo(1.5);
            assertThatThrownBy(gotBytes::readByte).isInstanceOf(MessageEOFException.class);

            context.createProducer().send(queue("orders"), new ArrayList<>(List.of("a", "b")));
            ObjectMessage object = (ObjectMessage) consumer.receive(SOON);
            assertThat(object.getObject()).isEqualTo(List.of("a", "b"));

            context.createProducer().send(queue("orders"), Map.of("k", (Object) "v"));
            assertThat(consumer.receiveBody(Map.class, SOON)).isEqualTo(Map.of("k", "v"));
            context.createProducer().send(queue("orders"), (String) null);
            assertThat(text(consumer.receive(SOON))).isNull();
        }
    }

    @Test
    void keepsPersistentMessagesOverARestartAndLosesOthers() throws Exception {
        try (JMSContext context = broker.factory().createContext()) {
            context.createProducer().send(queue("orders"), "kept");
            context.createProducer()
                    .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
                    .send(queue("orders"), "lost");
        }
        broker.reopen();
        try (JMSContext context = broker.factory().createContext()) {
            Message got = context.createConsumer(queue("orders")).receive(SOON);
            assertThat(text(got)).isEqualTo("kept");
            assertThat(got.getJMSRedelivered()).isFalse();
        }
        broker.reopen();
        assertThat(take(0)).isEmpty();
    }

    @Test
    void ordersByPriorityAndThenFirstInFirstOut() {
        try (JMSContext context = broker.factory().createContext()) {
            context.createProducer().setPriority(1).send(queue("orders"), "low-1");
            context.createProducer().setPriority(9).send(queue("orders"), "high");
            context.createProducer().setPriority(1).send(queue("orders"), "low-2");
        }
        assertThat(take(3)).containsExactly("high", "low-1", "low-2");
    }

    @Test
    void rollsBackAndCommitsLocalTransactions() throws Exception {
        send("one", "two");
        try (JMSContext context = broker.factory().createContext(Session.SESSION_TRANSACTED);
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            assertThat(text(consumer.receive(SOON))).isEqualTo("one");
            context.createProducer().send(queue("errors"), "sent and taken back");
            context.rollback();
            Message again = consumer.receive(SOON);
            assertThat(text(again)).isEqualTo("one");
            assertThat(again.getJMSRedelivered()).isTrue();
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
            context.createProducer().send(queue("errors"), "sent");
            context.commit();
            assertThat(text(consumer.receive(SOON))).isEqualTo("two");
        }
        broker.reopen();
        assertThat(take(1)).containsExactly("two");
        assertThat(broker.server().messages().browse(DestinationName.queue("errors"), null, 9, 1 << 20))
                .hasSize(1);
    }

    @Test
    void recoversWhatTheClientHasNotAcknowledged() throws Exception {
        send("one", "two", "three");
        try (JMSContext context = broker.factory().createContext(Session.CLIENT_ACKNOWLEDGE);
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            Message one = consumer.receive(SOON);
            assertThat(text(consumer.receive(SOON))).isEqualTo("two");
            context.recover();
            Message again = consumer.receive(SOON);
            assertThat(text(again)).isEqualTo("one");
            assertThat(again.getJMSRedelivered()).isTrue();
            assertThat(one.getJMSRedelivered()).isFalse();
            assertThat(text(consumer.receive(SOON))).isEqualTo("two");
            context.acknowledge();
            assertThat(text(consumer.receive(SOON))).isEqualTo("three");
        }
        assertThat(take(1)).containsExactly("three");
    }

    @Test
    void deliversToListenersInOrderAndAgainAfterAFailure() throws Exception {
        List<String> got = new CopyOnWriteArrayList<>();
        try (Connection connection = broker.factory().createConnection();
                Session session = connection.createSession()) {
            session.createConsumer(queue("orders")).setMessageListener(message -> {
                try {
                    got.add(text(message) + (message.getJMSRedelivered() ? "!" : ""));
                    if (got.size() == 3) {
                        throw new IllegalStateException("the third fails");
                    }
                } catch (JMSException e) {
                    got.add(e.toString());
                }
            });
            send("a", "b", "c", "d", "e");
            connection.start();
            Awaitility.await().untilAsserted(() -> assertThat(got).containsExactly("a", "b", "c", "c!", "d", "e"));
        }
        assertThat(take(0)).isEmpty();
    }

    @Test
    void tellsAsynchronousSendersInOrder() throws Exception {
        List<String> done = new CopyOnWriteArrayList<>();
        try (Connection connection = broker.factory().createConnection();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue("orders"))) {
            for (int i = 0; i < 50; i++) {
                producer.send(session.createTextMessage("m" + i), new CompletionListener() {
                    @Override
                    public void onCompletion(Message message) {
                        try {
                            done.add(text(message));
                        } catch (JMSException e) {
                            done.add(e.toString());
                        }
                    }

                    @Override
                    public void onException(Message message, Exception exception) {
                        done.add(exception.toString());
                    }
                });
            }
        }
        assertThat(done).hasSize(50).startsWith("m0", "m1").endsWith("m49");
        assertThat(take(50)).hasSize(50);
    }

    @Test
    void durableSubscriptionsOutliveTheirConsumersAndTheServer() throws Exception {
        try (JMSContext context = broker.factory().createContext()) {
            context.setClientID("shop");
            context.createDurableConsumer(topic("prices"), "d").close();
            context.createSharedDurableConsumer(topic("prices"), "sd", "n > 1").close();
        }
        broker.reopen();
        try (JMSContext context = broker.factory().createContext()) {
            context.createProducer().setProperty("n", 1).send(topic("prices"), "p1");
            context.createProducer().setProperty("n", 2).send(topic("prices"), "p2");
        }
        broker.reopen();
        try (JMSContext context = broker.factory().createContext()) {
            context.setClientID("shop");
            JMSConsumer durable = context.createDurableConsumer(topic("prices"), "d");
            assertThat(durable.receiveBody(String.class, SOON)).isEqualTo("p1");
            assertThat(durable.receiveBody(String.class, SOON)).isEqualTo("p2");
            JMSConsumer shared = context.createSharedDurableConsumer(topic("prices"), "sd", "n > 1");
            assertThat(shared.receiveBody(String.class, SOON)).isEqualTo("p2");
            assertThatThrownBy(() -> context.createDurableConsumer(topic("prices"), "d"))
                    .hasMessageContaining("has a consumer already");
            durable.close();
            shared.close();
            context.unsubscribe("d");
            context.unsubscribe("sd");
        }
        broker.reopen();
        broker.awaitEmptyStore();
    }

    @Test
    void sharedSubscriptionsDivideMessagesAndPlainOnesGetAll() {
        try (JMSContext context = broker.factory().createContext();
                JMSContext other = broker.factory().createContext()) {
            JMSConsumer one = context.createSharedConsumer(topic("prices"), "s");
            JMSConsumer two = other.createSharedConsumer(topic("prices"), "s");
            JMSConsumer plain = context.createConsumer(topic("prices"));
            context.createProducer().send(topic("prices"), "x").send(topic("prices"), "y");
            assertThat(plain.receiveBody(String.class, SOON)).isEqualTo("x");
            assertThat(plain.receiveBody(String.class, SOON)).isEqualTo("y");
            assertThat(one.receiveBody(String.class, SOON)).isEqualTo("x");
            assertThat(two.receiveBody(String.class, SOON)).isEqualTo("y");
            assertThat(one.receiveNoWait()).isNull();
        }
    }

    @Test
    void noLocalLeavesOutTheConnectionsOwn() {
        try (JMSContext context = broker.factory().createContext();
                JMSContext other = broker.factory().createContext()) {
            JMSConsumer consumer = context.createConsumer(topic("prices"), null, true);
            context.createProducer().send(topic("prices"), "own");
            other.createProducer().send(topic("prices"), "other");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("other");
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void repliesOverATemporaryQueueThatEndsWithItsConnection() throws Exception {
        TemporaryQueue reply;
        try (JMSContext context = broker.factory().createContext();
                JMSContext service = broker.factory().createContext()) {
            reply = context.createTemporaryQueue();
            context.createProducer().setJMSReplyTo(reply).send(queue("orders"), "question");
            Message question = service.createConsumer(queue("orders")).receive(SOON);
            service.createProducer().send(question.getJMSReplyTo(), "answer");
            assertThat(context.createConsumer(reply).receiveBody(String.class, SOON))
                    .isEqualTo("answer");
            assertThatThrownBy(() -> service.createConsumer(reply)).hasMessageContaining("another connection");
        }
        try (Connection connection = broker.factory().createConnection();
                Session session = connection.createSession()) {
            assertThatThrownBy(() -> session.createProducer(reply)).isInstanceOf(InvalidDestinationException.class);
        }
    }

    @Test
    void browsesWithoutConsuming() throws Exception {
        send("a", "b");
        try (JMSContext context = broker.factory().createContext();
                QueueBrowser browser = context.createBrowser(queue("orders"))) {
            assertThat(Collections.list(browser.getEnumeration())).hasSize(2);
        }
        assertThat(take(2)).containsExactly("a", "b");
    }

    @Test
    void selectsWithWhatTheSelectorSays() {
        try (JMSContext context = broker.factory().createContext()) {
            for (int i = 0; i < 10; i++) {
                context.createProducer().setProperty("n", i).send(queue("orders"), "m" + i);
            }
            JMSConsumer consumer = context.createConsumer(queue("orders"), "n BETWEEN 3 AND 4 OR n = 9");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("m3");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("m4");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("m9");
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void refusesWithTheExceptionThatTheSpecificationNames() throws Exception {
        try (Connection connection = broker.factory().createConnection();
                Connection other = broker.factory().createConnection()) {
            connection.setClientID("one");
            assertThatThrownBy(() -> other.setClientID("one")).isInstanceOf(InvalidClientIDException.class);
            Session session = connection.createSession();
            assertThatThrownBy(() -> session.createConsumer(queue("order")))
                    .isInstanceOf(InvalidDestinationException.class)
                    .hasMessageContaining("did you mean 'orders'");
            assertThatThrownBy(() -> session.createConsumer(queue("orders"), "n = = 1"))
                    .isInstanceOf(InvalidSelectorException.class)
                    .hasMessageContaining("column 5");
            assertThatThrownBy(() -> session.createProducer(null).send(session.createMessage()))
                    .isInstanceOf(UnsupportedOperationException.class);
            session.close();
            assertThatThrownBy(session::createMessage).isInstanceOf(jakarta.jms.IllegalStateException.class);
        }
    }

    @Test
    void expiresAndDelays() throws Exception {
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            context.createProducer().setTimeToLive(1).send(queue("orders"), "over");
            Awaitility.await()
                    .until(() -> broker.server().figures().states().stream()
                            .anyMatch(each ->
                                    each.expired() == 1 && each.name().name().equals("orders")));
            long before = System.nanoTime();
            context.createProducer().setDeliveryDelay(150).send(queue("orders"), "late");
            assertThat(consumer.receiveNoWait()).isNull();
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("late");
            assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(140));
        }
    }

    @Test
    void sendsPoisonToTheErrorDestination() throws Exception {
        broker.with(
                DestinationName.queue("orders"),
                new DestinationRules(
                        new QueueRules(2, 0, List.of()),
                        -1,
                        -1,
                        false,
                        -1,
                        DestinationRules.Expired.DISCARD,
                        DestinationName.queue("errors")));
        send("poison", "good");
        try (JMSContext context = broker.factory().createContext(Session.SESSION_TRANSACTED);
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            for (int i = 0; i < 3; i++) {
                assertThat(text(consumer.receive(SOON))).isEqualTo("poison");
                context.rollback();
            }
            assertThat(text(consumer.receive(SOON))).isEqualTo("good");
            context.commit();
            assertThat(text(context.createConsumer(queue("errors")).receive(SOON)))
                    .isEqualTo("poison");
            context.commit();
        }
        broker.awaitClosed();
        broker.reopen();
        broker.awaitEmptyStore();
    }

    @Test
    void aServerThatIsFullHoldsAllSendersBackUntilConsumersRelieveIt() throws Exception {
        broker.server().bytesMaximum(4_000);
        FactorySettings hasty = new FactorySettings("hasty", null, 10, false, false, false, 1, 50, 0);
        FactorySettings patient = new FactorySettings("patient", null, 10, false, false, false, 1, 60_000, 0);
        try (JMSContext context = broker.factory(hasty).createContext();
                JMSContext waiting = broker.factory(patient).createContext()) {
            byte[] body = new byte[1_000];
            passingThrough(context).send(queue("orders"), body);
            passingThrough(context).send(queue("errors"), body);
            assertThatThrownBy(() -> passingThrough(context).send(queue("errors"), body))
                    .isInstanceOf(ResourceAllocationRuntimeException.class)
                    .hasMessageContaining("JMS server test has no room")
                    .hasMessageContaining("bytes-maximum of 4000");
            assertThatThrownBy(() -> passingThrough(context).send(queue("orders"), body))
                    .isInstanceOf(ResourceAllocationRuntimeException.class);

            // What takes a message and sends one is let in.
            try (JMSContext passing = broker.factory(hasty).createContext(JMSContext.SESSION_TRANSACTED)) {
                assertThat(passing.createConsumer(queue("orders")).receiveBody(byte[].class, SOON))
                        .hasSize(1_000);
                passingThrough(passing).send(queue("errors"), body);
                passing.commit();
            }
            assertThatThrownBy(() -> passingThrough(context).send(queue("orders"), body))
                    .isInstanceOf(ResourceAllocationRuntimeException.class);

            // A send that waits goes on when another queue is relieved.
            CompletableFuture<Void> sent =
                    CompletableFuture.runAsync(() -> waiting.createProducer().send(queue("orders"), body));
            Awaitility.await()
                    .until(() -> broker.server().figures().states().stream().anyMatch(each -> each.blocked() == 1));
            JMSConsumer consumer = context.createConsumer(queue("errors"));
            assertThat(consumer.receiveBody(byte[].class, SOON)).hasSize(1_000);
            sent.get(SOON, TimeUnit.MILLISECONDS);
            assertThat(consumer.receiveBody(byte[].class, SOON)).hasSize(1_000);
        }
        broker.awaitClosed();

        // A temporary queue that goes with its connection takes its messages with it.
        for (int i = 0; i < 5; i++) {
            try (JMSContext context = broker.factory(hasty).createContext()) {
                passingThrough(context).send(context.createTemporaryQueue(), new byte[1_000]);
            }
            broker.awaitClosed();
        }
        broker.reopen();
        try (JMSContext context = broker.factory().createContext()) {
            assertThat(context.createConsumer(queue("orders")).receiveBody(byte[].class, SOON))
                    .hasSize(1_000);
        }
    }

    /** Returns a producer of messages that the store does not have: they take memory. */
    private static JMSProducer passingThrough(JMSContext context) {
        return context.createProducer().setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    }

    @Test
    void blocksASenderUntilThereIsRoomAndRefusesItLate() throws Exception {
        broker.with(
                DestinationName.queue("orders"),
                new DestinationRules(QueueRules.STANDARD, 1, -1, false, 100, DestinationRules.Expired.DISCARD, null));
        FactorySettings hasty = new FactorySettings("hasty", null, 10, false, false, false, 1, 50, 0);
        try (Connection connection = broker.factory(hasty).createConnection();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue("orders"))) {
            producer.send(session.createTextMessage("one"));
            assertThatThrownBy(() -> producer.send(session.createTextMessage("two")))
                    .isInstanceOf(ResourceAllocationException.class)
                    .hasMessageContaining("messages-maximum of 1");
            BytesMessage large = session.createBytesMessage();
            large.writeBytes(new byte[101]);
            assertThatThrownBy(() -> producer.send(large))
                    .isInstanceOf(ResourceAllocationException.class)
                    .hasMessageContaining("max-message-size is 100");
        }
        CompletableFuture<Void> blocked = CompletableFuture.runAsync(() -> send("waits"));
        Awaitility.await()
                .until(() -> broker.server().figures().states().stream().anyMatch(each -> each.blocked() == 1));
        assertThat(blocked).isNotDone();
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("one");
            blocked.get(60, TimeUnit.SECONDS);
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("waits");
        }
    }

    @Test
    void prefetchesAndGivesBackWhatNobodyHasSeen() throws Exception {
        send("a", "b", "c", "d");
        FactorySettings prefetch = new FactorySettings("prefetch", null, 3, true, true, true, 1, 1000, 0);
        try (Connection connection = broker.factory(prefetch).createConnection();
                Session session = connection.createSession()) {
            MessageConsumer consumer = session.createConsumer(queue("orders"));
            connection.start();
            assertThat(text(consumer.receive(SOON))).isEqualTo("a");
            Awaitility.await()
                    .untilAsserted(() -> assertThat(broker.server().figures().states().stream()
                                    .filter(each -> each.name().name().equals("orders"))
                                    .findFirst()
                                    .orElseThrow()
                                    .inFlight())
                            .isEqualTo(2));
            assertThatThrownBy(() -> session.createConsumer(queue("errors"))).hasMessageContaining("prefetch");
        }
        try (JMSContext context = broker.factory().createContext();
                JMSConsumer consumer = context.createConsumer(queue("orders"))) {
            Message next = consumer.receive(SOON);
            assertThat(text(next)).isEqualTo("b");
            assertThat(next.getJMSRedelivered()).isFalse();
            assertThat(next.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        }
    }

    @Test
    void keepsAUnitOfOrderWithOneConsumerAtATime() throws Exception {
        try (JMSContext context = broker.factory().createContext(Session.SESSION_TRANSACTED);
                JMSContext other = broker.factory().createContext(Session.SESSION_TRANSACTED)) {
            for (String each : List.of("u1", "u2")) {
                context.createProducer().setProperty("JMSXGroupID", "u").send(queue("orders"), each);
            }
            context.createProducer().send(queue("orders"), "free");
            context.commit();
            JMSConsumer one = context.createConsumer(queue("orders"));
            JMSConsumer two = other.createConsumer(queue("orders"));
            assertThat(one.receiveBody(String.class, SOON)).isEqualTo("u1");
            assertThat(two.receiveBody(String.class, SOON)).isEqualTo("free");
            assertThat(two.receiveNoWait()).isNull();
            context.rollback();
            assertThat(two.receiveBody(String.class, SOON)).isEqualTo("u1");
            assertThat(two.receiveBody(String.class, SOON)).isEqualTo("u2");
            other.commit();
            assertThat(one.receiveNoWait()).isNull();
        }
    }

    @Test
    void branchesOutliveTheirContextAndTheServer() throws Exception {
        send("taken");
        BranchId id = new BranchId(1, new byte[] {1}, new byte[] {2});
        XAJMSContext context = broker.factory().createXAContext();
        XAResource resource = context.getXAResource();
        resource.start(id, XAResource.TMNOFLAGS);
        context.createProducer().send(queue("errors"), "sent");
        assertThat(context.createConsumer(queue("orders")).receiveBody(String.class, SOON))
                .isEqualTo("taken");
        resource.end(id, XAResource.TMSUCCESS);
        context.close();
        assertThat(resource.prepare(id)).isEqualTo(XAResource.XA_OK);
        broker.reopen();
        assertThat(take(0)).isEmpty();
        try (XAJMSContext recovery = broker.factory().createXAContext()) {
            assertThat(recovery.getXAResource().recover(XAResource.TMSTARTRSCAN))
                    .containsExactly(id);
            recovery.getXAResource().commit(id, false);
            assertThat(recovery.getXAResource().recover(XAResource.TMSTARTRSCAN))
                    .isEmpty();
        }
        assertThat(take(0)).isEmpty();
        assertThat(broker.server().messages().browse(DestinationName.queue("errors"), null, 9, 1 << 20))
                .hasSize(1);
    }

    @Test
    void aContextThatIsClosedBeforeItsBranchIsDecidedKeepsItsLinkUntilThen() throws Exception {
        BranchId id = new BranchId(1, new byte[] {3}, new byte[] {4});
        XAJMSContext context = broker.factory().createXAContext();
        XAResource resource = context.getXAResource();
        resource.start(id, XAResource.TMNOFLAGS);
        context.createProducer().send(queue("orders"), "sent");
        resource.end(id, XAResource.TMSUCCESS);
        context.close();
        assertThat(resource.prepare(id)).isEqualTo(XAResource.XA_OK);
        assertThat(broker.server().figures().connections()).isEqualTo(1);
        resource.commit(id, false);
        broker.awaitClosed();
        assertThat(take(1)).containsExactly("sent");
    }
}
