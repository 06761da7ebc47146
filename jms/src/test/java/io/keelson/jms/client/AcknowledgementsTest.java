package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.store.MessageStore;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Acknowledgements of persistent messages that a session makes by itself, on a store that takes its time. */
@Timeout(120)
class AcknowledgementsTest {
    private static final long SOON = 20_000;
    private static final Queue ORDERS = (Queue) ClientDestination.of(DestinationName.queue("orders"));

    private final TestBroker broker;
    private HeldStore store;

    AcknowledgementsTest(@TempDir Path directory) {
        broker = new TestBroker(directory) {
            @Override
            MessageStore store(Path of) {
                store = new HeldStore(super.store(of));
                return store;
            }
        };
    }

    @BeforeEach
    void open() throws IOException {
        broker.open();
        try (JMSContext context = broker.factory().createContext()) {
            for (String text : List.of("a", "b", "c", "d")) {
                context.createProducer().send(ORDERS, text);
            }
        }
    }

    @AfterEach
    void close() {
        store.release();
        broker.close();
    }

    private Connection connection(int pipeline) throws JMSException {
        Connection made = broker.factory(new FactorySettings("p", null, pipeline, false, false, false, 1, 10_000, 0))
                .createConnection();
        made.start();
        return made;
    }

    private static String text(Message message) throws JMSException {
        return ((TextMessage) message).getText() + (message.getJMSRedelivered() ? "!" : "");
    }

    private static CompletableFuture<String> receiving(MessageConsumer consumer) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return text(consumer.receive(SOON));
            } catch (JMSException e) {
                return e.toString();
            }
        });
    }

    @Test
    void aPipelineDoesNotWaitForThem() throws Exception {
        store.hold();
        try (Connection connection = connection(10)) {
            Session session = connection.createSession();
            MessageConsumer consumer = session.createConsumer(ORDERS);
            for (String each : List.of("a", "b", "c", "d")) {
                assertThat(text(consumer.receive(SOON))).isEqualTo(each);
            }
            Awaitility.await().until(() -> store.waiting() == 4);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> Failures.uncheckedly(session::close));
            store.keepOne();
            assertThat(closing).isNotDone();
            store.release();
            closing.get(60, TimeUnit.SECONDS);
            broker.awaitEmptyStore();
        }
    }

    @Test
    void withoutAPipelineEachIsWaitedFor() throws Exception {
        store.hold();
        try (Connection connection = connection(1)) {
            MessageConsumer consumer = connection.createSession().createConsumer(ORDERS);
            CompletableFuture<String> first = receiving(consumer);
            Awaitility.await().until(() -> store.waiting() == 1);
            assertThat(first).isNotDone();
            store.keepOne();
            assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo("a");
            store.release();
        }
    }

    @Test
    void noMoreThanThePipelineHasAreOnTheirWay() throws Exception {
        store.hold();
        try (Connection connection = connection(2)) {
            MessageConsumer consumer = connection.createSession().createConsumer(ORDERS);
            assertThat(text(consumer.receive(SOON))).isEqualTo("a");
            assertThat(text(consumer.receive(SOON))).isEqualTo("b");
            CompletableFuture<String> third = receiving(consumer);
            Awaitility.await().until(() -> store.waiting() == 2);
            assertThat(third).isNotDone();
            store.keepOne();
            assertThat(third.get(60, TimeUnit.SECONDS)).isEqualTo("c");
            store.release();
        }
    }

    @Test
    void aMessageWhoseOwnFailedComesAgainAndNoOtherIsLost() throws Exception {
        store.hold();
        try (Connection connection = connection(10)) {
            MessageConsumer consumer = connection.createSession().createConsumer(ORDERS);
            assertThat(text(consumer.receive(SOON))).isEqualTo("a");
            Awaitility.await().until(() -> store.waiting() == 1);
            store.failOne();
            store.release();
            assertThatThrownBy(() -> consumer.receive(SOON))
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining("no space left");
            assertThat(List.of(
                            text(consumer.receive(SOON)),
                            text(consumer.receive(SOON)),
                            text(consumer.receive(SOON)),
                            text(consumer.receive(SOON))))
                    .containsExactlyInAnyOrder("a!", "b", "c", "d");
        }
        broker.awaitEmptyStore();
    }

    @Test
    void aListenerGetsTheMessageAgain() throws Exception {
        store.hold();
        List<String> got = new CopyOnWriteArrayList<>();
        try (Connection connection = connection(2)) {
            connection.createSession().createConsumer(ORDERS).setMessageListener(message -> {
                try {
                    got.add(text(message));
                } catch (JMSException e) {
                    got.add(e.toString());
                }
            });
            Awaitility.await().until(() -> store.waiting() == 2);
            assertThat(got).containsExactly("a", "b");
            store.failOne();
            store.release();
            Awaitility.await().untilAsserted(() -> assertThat(got).containsExactlyInAnyOrder("a", "b", "a!", "c", "d"));
        }
        broker.awaitEmptyStore();
    }

    @Test
    void aBrowserOfTheSessionDoesNotSeeWhatItHasReceived() throws Exception {
        store.hold();
        try (Connection connection = connection(10)) {
            Session session = connection.createSession();
            assertThat(text(session.createConsumer(ORDERS).receive(SOON))).isEqualTo("a");
            QueueBrowser browser = session.createBrowser(ORDERS);
            CompletableFuture<Object> first = CompletableFuture.supplyAsync(
                    () -> Failures.unchecked(() -> browser.getEnumeration().nextElement()));
            Awaitility.await().until(() -> store.waiting() == 1);
            assertThat(first).isNotDone();
            store.release();
            assertThat(text((Message) first.get(60, TimeUnit.SECONDS))).isEqualTo("b");
        }
    }
}
