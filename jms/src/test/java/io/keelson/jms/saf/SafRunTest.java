package io.keelson.jms.saf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.client.ClientConnectionFactory;
import io.keelson.jms.client.ClientDestination;
import io.keelson.jms.client.FactorySettings;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.engine.SortKey;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.store.FileMessageStore;
import io.keelson.jms.store.WritePolicy;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The other side does what it is asked, and its answers are lost. */
@Timeout(60)
final class SafRunTest {
    private static final DestinationName OUT = DestinationName.queue("out");
    private static final DestinationName IN = DestinationName.queue("in");

    private final Path directory;
    private JmsServer near;
    private JmsServer far;

    SafRunTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void open() throws Exception {
        near = opened(
                "near",
                OUT,
                new DestinationRules(
                        new QueueRules(-1, 0, List.of(new SortKey("none", false))),
                        -1,
                        -1,
                        false,
                        -1,
                        DestinationRules.Expired.DISCARD,
                        null));
        far = opened("far", IN, DestinationRules.STANDARD);
    }

    @AfterEach
    void close() {
        near.close();
        far.close();
    }

    private JmsServer opened(String name, DestinationName queue, DestinationRules rules) throws Exception {
        JmsServer made = new JmsServer(
                name,
                new FileMessageStore(name, directory.resolve(name), WritePolicy.CACHE_FLUSH, 1 << 20),
                Ticker.system(),
                millis -> {});
        made.open(0, Map.of(queue, rules));
        return made;
    }

    /** Loses the answers to sends from one on. */
    private static final class Lossy implements Link {
        private final Link link;
        private final AtomicInteger left;

        Lossy(Link link, int answers) {
            this.link = link;
            this.left = new AtomicInteger(answers);
        }

        @Override
        public CompletableFuture<Reply> request(Request request) {
            CompletableFuture<Reply> done = link.request(request);
            return left.getAndDecrement() > 0
                    ? done
                    : done.thenCompose(reply ->
                            CompletableFuture.failedFuture(new JmsFailure(JmsFailure.Code.LOST, "the answer is lost")));
        }

        @Override
        public void sendOneWay(long sender, List<MessageData> messages) {
            link.sendOneWay(sender, messages);
        }

        @Override
        public void close() {
            link.close();
        }
    }

    private static final class Nothing implements Link.Handler {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {}

        @Override
        public void ended(JmsFailure why) {}
    }

    private void forward(int answers) throws JmsFailure {
        Link link = new Lossy(far.connect(null, null, new Nothing()), answers);
        try {
            new SafRun(
                            new SafRules("office", OUT, IN, 4, 0, SafRules.Late.LOG, null),
                            near,
                            link,
                            "the store",
                            Ticker.system(),
                            () -> true,
                            done -> {})
                    .run();
        } finally {
            link.close();
        }
    }

    private static JMSContext context(JmsServer of) {
        return new ClientConnectionFactory(of, () -> FactorySettings.STANDARD, null).createContext();
    }

    private void send(int from, int to, int priority) {
        try (JMSContext context = context(near)) {
            for (int i = from; i < to; i++) {
                context.createProducer().setPriority(priority).send((Queue) ClientDestination.of(OUT), "m" + i);
            }
        }
    }

    @Test
    void whatWasDoneIsNotDoneAgainWhateverWasLostAndRestarted() throws Exception {
        send(0, 20, 1);
        int next = 20;
        for (int answers : new int[] {0, 3, 1, 0, 6}) {
            assertThatThrownBy(() -> forward(answers)).isInstanceOf(JmsFailure.class);
            send(next, next + 2, 9); // what comes later is not handed over before
            next += 2;
            close();
            open();
        }
        forward(Integer.MAX_VALUE);
        List<String> texts = received();
        assertThat(texts).hasSize(30);
        assertThat(texts).doesNotHaveDuplicates();
        assertThat(near.figures().states().get(0).ready()).isZero();
    }

    @Test
    void messagesOfAStoreThatWasEmptyAtARestartAreNotTakenForThoseBefore() throws Exception {
        for (int i = 0; i < 8; i++) {
            send(i, i + 1, 4);
            forward(Integer.MAX_VALUE);
            near.close();
            far.close();
            open();
        }
        assertThat(received()).containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7");
    }

    private List<String> received() {
        List<String> texts = new ArrayList<>();
        try (JMSContext context = context(far);
                JMSConsumer consumer = context.createConsumer((Queue) ClientDestination.of(IN))) {
            for (Message each = consumer.receive(500); each != null; each = consumer.receive(300)) {
                texts.add(each.getBody(String.class));
            }
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
        return texts;
    }
}
