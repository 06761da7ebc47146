package io.keelson.jms.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.jms.BridgeCommands;
import io.keelson.jms.JmsBridgeRuntime;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestServer;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.IntStream;
import javax.naming.NamingException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bridges of a server to another provider, Apache Artemis, in one process. */
@Timeout(120)
final class BridgeIT {
    private static final long SOON = 20_000;

    private final Path directory;
    private final OtherBroker other;
    private TestServer server;
    private String bridges = "";

    BridgeIT(@TempDir Path directory) throws Exception {
        this.directory = directory;
        this.other = new OtherBroker(directory.resolve("other"));
    }

    @BeforeEach
    void open() throws Exception {
        other.start();
    }

    @AfterEach
    void close() throws Exception {
        if (server != null) {
            server.close();
        }
        other.close();
    }

    private void start() throws Exception {
        server = TestServer.builder()
                .directory(directory.resolve("domain"))
                .yaml("""
                        name: test
                        admin-server: AdminServer
                        servers:
                          AdminServer: {listen-port: 0}
                        jms-queues:
                          to-other: {}
                          from-other: {}
                          replies: {}
                          undeliverable: {}
                          limited: {redelivery-limit: 2, error-destination: undeliverable}
                        bridges:
                        """ + bridges)
                .subsystems(ServiceLoader.load(SubsystemFactory.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .filter(each -> !each.name().equals("data-sources")) // it needs the deployer
                        .toList())
                .start();
    }

    private BridgeIT bridge(String name, String source, String target, String further) {
        bridges += "  " + name + ":\n"
                + (further.isEmpty() ? "" : "    " + further + "\n")
                + "    retry-delay-minimum: 100ms\n    retry-delay-maximum: 500ms\n"
                + "    source:\n        " + source.stripTrailing() + "\n"
                + "    target:\n        " + target.stripTrailing() + "\n";
        return this;
    }

    private ConnectionFactory ours() throws NamingException {
        return (ConnectionFactory) server.service(Naming.class).context().lookup("jms/DefaultJMSConnectionFactory");
    }

    private Queue queue(String name) throws NamingException {
        return (Queue) server.service(Naming.class).context().lookup("jms/" + name);
    }

    private JmsBridgeRuntime state(String name) {
        return server.service(RuntimeState.class).of("jms-bridges").orElseThrow().stream()
                .map(JmsBridgeRuntime.class::cast)
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<String> drain(String queue) throws Exception {
        List<String> all = new ArrayList<>();
        try (JMSContext context = ours().createContext();
                JMSConsumer consumer = context.createConsumer(queue(queue))) {
            for (Message each = consumer.receive(2_000); each != null; each = consumer.receive(500)) {
                all.add(each.getBody(String.class));
            }
        }
        return all;
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(each -> "m" + each).toList();
    }

    private static void fill(Message message) throws JMSException {
        message.setStringProperty("text", "here");
        message.setBooleanProperty("flag", true);
        message.setLongProperty("big", 1L << 40);
        message.setDoubleProperty("half", 0.5);
        message.setByteProperty("small", (byte) 3);
        message.setJMSType("kind");
        message.setJMSCorrelationID("about-this");
    }

    private static void check(Message got) throws JMSException {
        assertThat(got).isNotNull();
        assertThat(got.getStringProperty("text")).isEqualTo("here");
        assertThat(got.getBooleanProperty("flag")).isTrue();
        assertThat(got.getObjectProperty("big")).isEqualTo(1L << 40);
        assertThat(got.getObjectProperty("half")).isEqualTo(0.5);
        assertThat(got.getObjectProperty("small")).isEqualTo((byte) 3);
        assertThat(got.getJMSType()).isEqualTo("kind");
        assertThat(got.getJMSCorrelationID()).isEqualTo("about-this");
        assertThat(got.getStringProperty("KeelsonOriginalMessageID")).startsWith("ID:");
        assertThat(got.getLongProperty("KeelsonOriginalTimestamp")).isPositive();
        assertThat(got.getJMSPriority()).isEqualTo(7);
        assertThat(got.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
    }

    /** Sends one of each type. */
    private static void sendAll(JMSContext context, Queue to) throws JMSException {
        TextMessage text = context.createTextMessage("text ä");
        BytesMessage bytes = context.createBytesMessage();
        bytes.writeBytes(new byte[200_000]);
        bytes.writeInt(42);
        MapMessage map = context.createMapMessage();
        map.setString("a", "x");
        map.setBytes("b", new byte[] {1, 2});
        map.setInt("c", 5);
        StreamMessage stream = context.createStreamMessage();
        stream.writeString("s");
        stream.writeLong(9);
        stream.writeBytes(new byte[] {4});
        ObjectMessage object = context.createObjectMessage(new ArrayList<>(List.of("one", 2)));
        for (Message each : List.of(text, bytes, map, stream, object, context.createMessage())) {
            fill(each);
            context.createProducer().setPriority(7).send(to, each);
        }
    }

    private static void receiveAll(JMSConsumer consumer) throws JMSException {
        Message text = consumer.receive(SOON);
        check(text);
        assertThat(text.getBody(String.class)).isEqualTo("text ä");
        BytesMessage bytes = (BytesMessage) consumer.receive(SOON);
        check(bytes);
        assertThat(bytes.getBodyLength()).isEqualTo(200_004);
        assertThat(bytes.readBytes(new byte[200_000])).isEqualTo(200_000);
        assertThat(bytes.readInt()).isEqualTo(42);
        MapMessage map = (MapMessage) consumer.receive(SOON);
        check(map);
        assertThat(map.getString("a")).isEqualTo("x");
        assertThat(map.getBytes("b")).containsExactly(1, 2);
        assertThat(map.getObject("c")).isEqualTo(5);
        StreamMessage stream = (StreamMessage) consumer.receive(SOON);
        check(stream);
        assertThat(stream.readObject()).isEqualTo("s");
        assertThat(stream.readObject()).isEqualTo(9L);
        assertThat(stream.readObject()).isEqualTo(new byte[] {4});
        assertThatThrownBy(stream::readObject).isInstanceOf(MessageEOFException.class);
        ObjectMessage object = (ObjectMessage) consumer.receive(SOON);
        check(object);
        assertThat(object.getObject()).isEqualTo(List.of("one", 2));
        check(consumer.receive(SOON));
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly-once", "duplicates-okay", "at-most-once"})
    void messagesArriveWholeInBothDirections(String quality) throws Exception {
        bridge("there", "destination: to-other", other.end("in"), "quality-of-service: " + quality)
                .bridge("back", other.end("out"), "destination: from-other", "quality-of-service: " + quality)
                .start();
        try (JMSContext context = ours().createContext();
                JMSContext theirs = other.factory().createContext()) {
            sendAll(context, queue("to-other"));
            try (JMSConsumer consumer = theirs.createConsumer(theirs.createQueue("in"))) {
                receiveAll(consumer);
            }
            sendAll(theirs, theirs.createQueue("out"));
            try (JMSConsumer consumer = context.createConsumer(queue("from-other"))) {
                receiveAll(consumer);
            }
        }
        Awaitility.await().untilAsserted(() -> {
            assertThat(state("there").forwarded()).isEqualTo(6);
            assertThat(state("back").forwarded()).isEqualTo(6);
        });
        assertThat(state("back").state()).isEqualTo("running");
        assertThat(state("back").qualityOfService()).isEqualTo(quality);
    }

    @Test
    void selectorsRepliesAndLifeTravel() throws Exception {
        bridge(
                        "there",
                        "destination: to-other",
                        other.end("in"),
                        "selector: \"n > 0\"\n    reply-destinations: {replies: in}")
                .start();
        try (JMSContext context = ours().createContext();
                JMSContext theirs = other.factory().createContext();
                JMSConsumer consumer = theirs.createConsumer(theirs.createQueue("in"))) {
            context.createProducer().setProperty("n", 0).send(queue("to-other"), "stays");
            context.createProducer()
                    .setProperty("n", 1)
                    .setJMSReplyTo(queue("replies"))
                    .setTimeToLive(600_000)
                    .send(queue("to-other"), "goes");
            context.createProducer()
                    .setProperty("n", 2)
                    .setJMSReplyTo(queue("from-other"))
                    .send(queue("to-other"), "goes, too");
            Message first = consumer.receive(SOON);
            assertThat(first.getBody(String.class)).isEqualTo("goes");
            assertThat(((Queue) first.getJMSReplyTo()).getQueueName()).isEqualTo("in");
            assertThat(first.getJMSExpiration() - first.getJMSTimestamp()).isBetween(500_000L, 600_000L);
            Message second = consumer.receive(SOON);
            assertThat(second.getJMSReplyTo()).isNull();
            assertThat(second.getStringProperty("KeelsonOriginalReplyTo")).isEqualTo("from-other");
            assertThat(second.getJMSExpiration()).isZero();
        }
        assertThat(drain("to-other")).containsExactly("stays");
    }

    @Test
    void restartsOfEitherSideLoseAndDoubleNothing() throws Exception {
        bridge("there", "destination: to-other", other.end("in"), "batch-size: 5\n    started: false")
                .bridge("back", other.end("out"), "destination: from-other", "batch-size: 5\n    started: false")
                .start();
        int count = 1_500;
        try (JMSContext context = ours().createContext();
                JMSContext theirs = other.factory().createContext()) {
            for (String each : numbers(0, count)) {
                context.createProducer().send(queue("to-other"), each);
                theirs.createProducer().send(theirs.createQueue("out"), each);
            }
        }
        for (int round = 0; round < 3; round++) {
            long before = state("back").forwarded();
            for (String each : List.of("there", "back")) {
                assertThat(BridgeCommands.want(server, each, true).bridges()).hasSize(1);
            }
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> state("back").forwarded() >= before + 20);
            assertThat(state("back").forwarded()).as("it is in the middle").isLessThan(count - 100);
            if (round % 2 == 0) {
                other.stop();
                Awaitility.await().until(() -> state("back").failing());
                assertThat(state("back").lastFailure()).isNotEmpty();
                other.start();
            } else {
                server.close();
                start();
            }
        }
        for (String each : List.of("there", "back")) {
            assertThat(BridgeCommands.want(server, each, true).bridges()).hasSize(1);
        }
        List<String> there = new ArrayList<>();
        Awaitility.await().pollInSameThread().atMost(Duration.ofSeconds(60)).until(() -> {
            there.addAll(other.drain("in"));
            return there.size() >= count;
        });
        List<String> back = new ArrayList<>();
        Awaitility.await().pollInSameThread().atMost(Duration.ofSeconds(60)).until(() -> {
            back.addAll(drain("from-other"));
            return back.size() >= count;
        });
        there.addAll(other.drain("in"));
        back.addAll(drain("from-other"));
        assertThat(there).containsExactlyInAnyOrderElementsOf(numbers(0, count));
        assertThat(back).containsExactlyInAnyOrderElementsOf(numbers(0, count));
        assertThat(drain("to-other")).isEmpty();
        assertThat(other.drain("out")).isEmpty();
    }

    @Test
    void duplicatesMayComeWhereTheyAreOkayButNothingIsLost() throws Exception {
        bridge("there", "destination: to-other", other.end("in"), "quality-of-service: duplicates-okay")
                .start();
        try (JMSContext context = ours().createContext()) {
            for (String each : numbers(0, 300)) {
                context.createProducer().send(queue("to-other"), each);
            }
        }
        Awaitility.await().until(() -> state("there").forwarded() > 0);
        other.stop();
        other.start();
        Set<String> got = new HashSet<>();
        Awaitility.await().pollInSameThread().atMost(Duration.ofSeconds(60)).until(() -> {
            got.addAll(other.drain("in"));
            return got.size() == 300;
        });
    }

    @Test
    void aBridgeIsStoppedAndStarted() throws Exception {
        bridge("there", "destination: to-other", other.end("in"), "started: false")
                .start();
        assertThat(state("there").state()).isEqualTo("stopped");
        assertThat(state("there").actions()).containsExactly("start");
        try (JMSContext context = ours().createContext()) {
            context.createProducer().send(queue("to-other"), "one");
        }
        assertThat(other.drain("in")).isEmpty();
        assertThat(BridgeCommands.want(server, "there", true).bridges()).hasSize(1);
        Awaitility.await()
                .untilAsserted(() -> assertThat(state("there").forwarded()).isEqualTo(1));
        assertThat(BridgeCommands.want(server, "there", false).bridges()).hasSize(1);
        assertThatThrownBy(() -> BridgeCommands.want(server, "ther", true)).hasMessageContaining("there");
        Awaitility.await()
                .untilAsserted(() -> assertThat(state("there").state()).isEqualTo("stopped"));
        assertThat(other.drain("in")).containsExactly("one");
    }

    @Test
    void whatTheOtherSideRefusesGoesWhereTheSourceSaysAndTheRestGoesOn() throws Exception {
        bridge("there", "destination: limited", other.end("in"), "").start();
        try (JMSContext context = ours().createContext()) {
            context.createProducer().send(queue("limited"), "fine 1");
            // Artemis has no such object's class to read, and the bridge cannot translate it.
            context.createProducer().send(queue("limited"), new Unreadable());
            context.createProducer().send(queue("limited"), "fine 2");
        }
        List<String> there = new ArrayList<>();
        Awaitility.await().pollInSameThread().atMost(Duration.ofSeconds(40)).until(() -> {
            there.addAll(other.drain("in"));
            return there.size() >= 2;
        });
        assertThat(there).containsExactlyInAnyOrder("fine 1", "fine 2");
        try (JMSContext context = ours().createContext();
                JMSConsumer consumer = context.createConsumer(queue("undeliverable"))) {
            assertThat(consumer.receive(SOON)).isInstanceOf(ObjectMessage.class);
        }
    }

    /** Fails when somebody reads it. */
    private static final class Unreadable implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException {
            throw new InvalidObjectException("not to be read, as the test wants it; from " + in);
        }
    }
}
