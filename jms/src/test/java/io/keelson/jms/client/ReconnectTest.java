package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.message.ByteWriter;
import io.keelson.jms.message.DestinationName;
import io.keelson.remoting.ServerStream;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TransactionRolledBackException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections whose link is lost, with what was under way; and peers that keep to no rule. */
@Timeout(120)
final class ReconnectTest {
    private static final long SOON = 20_000;
    private static final Queue ORDERS = (Queue) ClientDestination.of(DestinationName.queue("orders"));
    private static final Topic PRICES = (Topic) ClientDestination.of(DestinationName.topic("prices"));

    private final NetworkBroker broker;

    ReconnectTest(@TempDir Path directory) {
        broker = new NetworkBroker(directory);
    }

    @BeforeEach
    void open() throws Exception {
        broker.open();
    }

    /** Counted down when the work has a connection. */
    private volatile CountDownLatch begun = new CountDownLatch(1);

    @AfterEach
    void close() {
        broker.close();
    }

    private List<String> all() {
        List<String> texts = new ArrayList<>();
        try (JMSContext context = broker.factory().createContext()) {
            var consumer = context.createConsumer(ORDERS);
            String next;
            while ((next = consumer.receiveBody(String.class, 500)) != null) {
                texts.add(next);
            }
        }
        return texts;
    }

    /** Does something in between, again and again, until the work is done, from the time at which the work has a connection. */
    private void disturbed(Runnable work, Disturbance disturbance) throws Exception {
        AtomicReference<Throwable> failed = new AtomicReference<>();
        begun = new CountDownLatch(1); // a connection before it is no matter
        Thread worker = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failed.set(e);
            }
        });
        worker.start();
        while (worker.isAlive() && !begun.await(10, TimeUnit.MILLISECONDS)) {
            // a connection that is cut before it is open fails, and may
        }
        int rounds = 0;
        while (worker.isAlive()) {
            worker.join(30);
            if (worker.isAlive() && rounds++ < 12) {
                disturbance.run();
            }
        }
        broker.streams.deaf = false;
        assertThat(failed.get()).isNull();
        assertThat(rounds).as("it was disturbed").isGreaterThan(2);
    }

    private interface Disturbance {
        void run() throws Exception;
    }

    /** The server does what it hears, and nobody hears of it. */
    private void loseAnswers() throws Exception {
        broker.streams.deaf = true;
        TimeUnit.MILLISECONDS.sleep(15);
        broker.streams.cut();
        broker.streams.deaf = false;
    }

    private void send(int many) {
        try (JMSContext context = broker.factory().createContext()) {
            var producer = context.createProducer();
            begun.countDown();
            for (int i = 0; i < many; i++) {
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

    private static FactorySettings reconnecting(long millis) {
        return new FactorySettings("test", null, 10, false, false, false, 1, 10_000, millis);
    }

    @Test
    void aNewConnectionWaitsForAServerThatHasNotItsLeaseYet() throws Exception {
        broker.starting = true;
        AtomicReference<String> received = new AtomicReference<>();
        AtomicReference<Throwable> failed = new AtomicReference<>();
        Thread client = new Thread(() -> {
            try (JMSContext context = broker.factory().createContext()) {
                context.createProducer().send(ORDERS, "early");
                received.set(context.createConsumer(ORDERS).receiveBody(String.class, SOON));
            } catch (RuntimeException e) {
                failed.set(e);
            }
        });
        client.start();
        Awaitility.await().until(() -> broker.attempts.get() > 2 || failed.get() != null);
        assertThat(received.get()).isNull();
        broker.starting = false;
        client.join(SOON);
        assertThat(failed.get()).isNull();
        assertThat(received.get()).isEqualTo("early");
    }

    @Test
    void aNewConnectionFailsAtTheEndOfItsReconnectTimeout() {
        broker.starting = true;
        assertThatThrownBy(() -> broker.factory(reconnecting(200)).createConnection())
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("within 200 ms")
                .hasMessageContaining("the lease is not granted yet");
        assertThat(broker.attempts.get()).isGreaterThan(1);
        broker.attempts.set(0);
        assertThatThrownBy(() -> broker.factory(reconnecting(0)).createConnection())
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("the lease is not granted yet");
        assertThat(broker.attempts.get()).isEqualTo(1);
    }

    @Test
    void aNewConnectionFailsAtOnceWhereNobodyAnswers() {
        broker.streams.silence(NetworkBroker.ADDRESS);
        assertThatThrownBy(() -> broker.factory().createConnection())
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("nobody listens");
    }

    @Test
    void aSendWhoseAnswerIsLostIsTakenOnceAndInItsOrder() throws Exception {
        disturbed(() -> send(3000), this::loseAnswers);
        assertThat(all()).isEqualTo(expected(3000));
    }

    @Test
    void soItIsWhereTheServerStartsAgainMeanwhile() throws Exception {
        disturbed(() -> send(3000), () -> {
            broker.streams.deaf = true;
            TimeUnit.MILLISECONDS.sleep(15);
            broker.reopen();
            broker.streams.cut();
            broker.streams.deaf = false;
        });
        assertThat(all()).isEqualTo(expected(3000));
    }

    @Test
    void asynchronousSendsAreTakenOnceAndInTheirOrder() throws Exception {
        AtomicInteger completed = new AtomicInteger();
        disturbed(
                () -> {
                    try (Connection connection = broker.factory().createConnection();
                            Session session = connection.createSession()) {
                        MessageProducer producer = session.createProducer(ORDERS);
                        begun.countDown();
                        for (int i = 0; i < 3000; i++) {
                            producer.send(session.createTextMessage("m" + i), new jakarta.jms.CompletionListener() {
                                @Override
                                public void onCompletion(Message message) {
                                    completed.incrementAndGet();
                                }

                                @Override
                                public void onException(Message message, Exception error) {}
                            });
                            if (i % 20 == 0) {
                                TimeUnit.MILLISECONDS.sleep(1);
                            }
                        }
                    } catch (JMSException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                this::loseAnswers);
        assertThat(completed).hasValue(3000);
        assertThat(all()).isEqualTo(expected(3000));
    }

    @Test
    void aCommitWhoseAnswerIsLostIsDoneOnceOrSaidToBeRolledBack() throws Exception {
        send(300);
        Set<String> taken = new HashSet<>();
        List<String> twice = new CopyOnWriteArrayList<>();
        AtomicInteger rolledBack = new AtomicInteger();
        disturbed(
                () -> {
                    try (Connection connection = broker.factory().createConnection();
                            Session session = connection.createSession(true, 0)) {
                        connection.start();
                        begun.countDown();
                        MessageConsumer consumer = session.createConsumer(ORDERS);
                        MessageProducer producer =
                                session.createProducer((Queue) ClientDestination.of(DestinationName.queue("errors")));
                        while (taken.size() < 300) {
                            TextMessage got = (TextMessage) consumer.receive(SOON);
                            producer.send(session.createTextMessage(got.getText()));
                            try {
                                session.commit();
                                if (!taken.add(got.getText())) {
                                    twice.add(got.getText());
                                }
                            } catch (TransactionRolledBackException e) {
                                rolledBack.incrementAndGet();
                            }
                        }
                    } catch (JMSException e) {
                        throw new IllegalStateException(e);
                    }
                },
                this::loseAnswers);
        assertThat(twice).isEmpty();
        List<String> moved = new ArrayList<>();
        try (JMSContext context = broker.factory().createContext()) {
            var consumer = context.createConsumer(context.createQueue("errors"));
            String next;
            while ((next = consumer.receiveBody(String.class, 500)) != null) {
                moved.add(next);
            }
        }
        assertThat(moved).containsExactlyInAnyOrderElementsOf(expected(300));
        assertThat(all()).isEmpty();
    }

    @Test
    void whatWasNotAcknowledgedComesAgainMarked() throws Exception {
        send(3);
        try (Connection connection = broker.factory().createConnection();
                Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            connection.start();
            MessageConsumer consumer = session.createConsumer(ORDERS);
            Message first = consumer.receive(SOON);
            assertThat(first.getJMSRedelivered()).isFalse();
            broker.streams.cut();
            TextMessage again = (TextMessage) consumer.receive(SOON);
            assertThat(again.getText()).isEqualTo("m0");
            assertThat(again.getJMSRedelivered()).isTrue();
            again.acknowledge();
            assertThat(((TextMessage) consumer.receive(SOON)).getText()).isEqualTo("m1");
        }
    }

    @Test
    void aListenerGoesOnAndMissesNothing() throws Exception {
        Set<String> seen = java.util.concurrent.ConcurrentHashMap.newKeySet();
        List<String> unmarked = new CopyOnWriteArrayList<>();
        try (JMSContext context = broker.factory().createContext()) {
            context.createConsumer(ORDERS).setMessageListener(message -> {
                try {
                    if (!seen.add(((TextMessage) message).getText()) && !message.getJMSRedelivered()) {
                        unmarked.add(((TextMessage) message).getText());
                    }
                } catch (JMSException e) {
                    throw new IllegalStateException(e);
                }
            });
            disturbed(() -> send(2000), this::loseAnswers);
            Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> seen.size() == 2000);
        }
        assertThat(unmarked).isEmpty();
        assertThat(all()).isEmpty();
    }

    @Test
    void durableSubscriptionsAndTemporaryQueuesAreThereAgain() throws Exception {
        try (JMSContext context = broker.factory().createContext()) {
            context.setClientID("reader");
            var prices = context.createDurableConsumer(PRICES, "all");
            TemporaryQueue own = context.createTemporaryQueue();
            var answers = context.createConsumer(own);
            broker.streams.cut();
            context.createProducer().send(PRICES, "1.50").send(own, "answer");
            assertThat(prices.receiveBody(String.class, SOON)).isEqualTo("1.50");
            assertThat(answers.receiveBody(String.class, SOON)).isEqualTo("answer");
        }
    }

    @Test
    void whereItMayNotConnectAgainTheExceptionListenerHears() throws Exception {
        FactorySettings once = new FactorySettings("once", null, 10, false, false, false, 1, 1000, 0);
        FactorySettings short_ = new FactorySettings("short", null, 10, false, false, false, 1, 1000, 300);
        AtomicReference<JMSException> first = new AtomicReference<>();
        AtomicReference<JMSException> second = new AtomicReference<>();
        try (Connection one = broker.factory(once).createConnection();
                Connection two = broker.factory(short_).createConnection()) {
            one.setExceptionListener(first::set);
            two.setExceptionListener(second::set);
            Session session = two.createSession();
            broker.streams.silence(NetworkBroker.ADDRESS);
            broker.streams.cut();
            Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> first.get() != null && second.get() != null);
            assertThat(first.get()).hasMessageContaining("lost");
            assertThat(second.get()).hasMessageContaining("could not be made again within 300 ms");
            assertThatThrownBy(() -> session.createProducer(ORDERS).send(session.createTextMessage("late")))
                    .isInstanceOf(jakarta.jms.IllegalStateException.class);
        }
        assertThatThrownBy(() -> broker.factory().createContext())
                .isInstanceOf(JMSRuntimeException.class)
                .isNotInstanceOf(JMSSecurityException.class)
                .hasMessageContaining("nobody listens");
    }

    @Test
    void aRequestThatIsTooLargeIsRefusedBeforeItIsSent() {
        try (JMSContext context = broker.factory().createContext()) {
            assertThatThrownBy(() -> context.createProducer().send(ORDERS, new byte[MemoryStreams.LARGEST]))
                    .isInstanceOf(jakarta.jms.ResourceAllocationRuntimeException.class)
                    .hasMessageContaining("max-message-size");
            context.createProducer().send(ORDERS, "small");
        }
        assertThat(all()).containsExactly("small");
    }

    // ---- peers that keep to no rule --------------------------------------------------------------------------------

    /** Hears of a raw stream. */
    private static final class Heard implements ServerStream.Listener {
        final ConcurrentLinkedQueue<Integer> frames = new ConcurrentLinkedQueue<>();
        final AtomicReference<IOException> end = new AtomicReference<>();

        @Override
        public void received(ByteBuffer message) {
            frames.add((int) message.get(message.position()));
        }

        @Override
        public void readComplete() {}

        @Override
        public void closed(IOException why) {
            end.set(why);
        }
    }

    private static byte[] greeting(int version, String server, String origin) {
        return new ByteWriter(64).put(version).putText(server).putText(origin).toBytes();
    }

    private Heard raw(byte[] greeting, byte[]... frames) throws Exception {
        Heard heard = new Heard();
        AtomicBoolean opened = new AtomicBoolean();
        ServerStream stream = broker.streams.open(NetworkBroker.ADDRESS, "jms", greeting, heard);
        Awaitility.await().until(() -> heard.end.get() != null || !heard.frames.isEmpty());
        stream.execute(() -> {
            for (byte[] each : frames) {
                stream.send(each.length, to -> to.put(each));
            }
            opened.set(true);
        });
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> heard.end.get() != null);
        return heard;
    }

    @Test
    void badGreetingsAndFramesEndTheStreamAndNothingElse() throws Exception {
        assertThat(raw(new byte[0]).end.get()).hasMessageContaining("greeting");
        assertThat(raw(greeting(9, "", "o")).end.get()).hasMessageContaining("version 2");
        assertThat(raw(greeting(2, "", "")).end.get()).hasMessageContaining("empty or too long");
        byte[] fine = greeting(2, "", "o");
        byte[] hugeList = new ByteWriter(32)
                .put(1)
                .putLong(1)
                .put(2)
                .putInt(Integer.MAX_VALUE)
                .toBytes();
        byte[] negative = new ByteWriter(32).put(1).putLong(1).put(2).putInt(-5).toBytes();
        byte[] hugeText =
                new ByteWriter(32).put(1).putLong(1).put(13).putInt(0x7fffffff).toBytes();
        byte[] noType = {99};
        byte[] noRequest = new ByteWriter(32).put(1).putLong(1).put(77).toBytes();
        byte[] more = new ByteWriter(32).put(1).putLong(1).put(11).putLong(0).toBytes();
        byte[] noCredit = new ByteWriter(32)
                .put(1)
                .putLong(1)
                .put(3)
                .putLong(1)
                .putInt(-1)
                .toBytes();
        for (byte[] each : List.of(hugeList, negative, hugeText, noType, noRequest, more, noCredit, new byte[0])) {
            Heard heard = raw(fine, each);
            assertThat(heard.frames).contains(14);
            assertThat(heard.end.get()).hasMessageContaining("cannot be read");
        }
        send(1);
        assertThat(all()).containsExactly("m0");
        Awaitility.await()
                .until(() ->
                        broker.server().figures().connections() == 0); // the end of the last one is still on its way
    }
}
