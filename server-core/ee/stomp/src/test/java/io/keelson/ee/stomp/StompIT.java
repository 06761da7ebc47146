package io.keelson.ee.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ee.stomp.StompClient.Answer;
import io.keelson.kernel.naming.Naming;
import io.keelson.testkit.TestServer;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client of STOMP that is written by hand, and the server's own of JMS, at one server. */
@Timeout(60)
final class StompIT {
    private static final long SOON = 10_000;
    private static final long NOW = 300;

    private final Path directory;
    private TestServer server;

    StompIT(@TempDir Path directory) {
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
                            stomp:
                              enabled: true
                              anonymous: true
                              max-message-size: 1MiB
                              max-transaction-size: 2MiB
                              idle-timeout: 2s
                            channels:
                              messages: {listen-port: 0, protocols: [stomp]}
                        jms-queues:
                          orders: {}
                          both: {}
                          limited: {redelivery-limit: 1, error-destination: orders}
                          small: {messages-maximum: 1}
                        jms-topics:
                          prices: {}
                          both: {}
                        """).start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private StompClient stomp(String... headers) throws IOException {
        return StompClient.connected(server.address(), headers);
    }

    private JMSContext jms() throws Exception {
        return ((ConnectionFactory) server.service(Naming.class).context().lookup("jms/DefaultJMSConnectionFactory"))
                .createContext();
    }

    private Queue queue(String name) throws Exception {
        return (Queue) server.service(Naming.class).context().lookup("jms/" + name);
    }

    private Topic topic(String name) throws Exception {
        return (Topic) server.service(Naming.class).context().lookup("jms/" + name);
    }

    @Test
    void textGoesThereAndBack() throws Exception {
        try (StompClient client = stomp();
                JMSContext own = jms();
                JMSConsumer consumer = own.createConsumer(queue("orders"))) {
            client.sendSafely("SEND", "text ä", "destination:/queue/orders", "content-type:text/plain");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("text ä");
            consumer.close();
            client.sendSafely("SUBSCRIBE", "", "id:1", "destination:orders");
            own.createProducer().send(queue("orders"), "back ü");
            Answer got = client.read();
            assertThat(got.command()).isEqualTo("MESSAGE");
            assertThat(got.text()).isEqualTo("back ü");
            assertThat(got.header("destination")).isEqualTo("orders");
            assertThat(got.header("subscription")).isEqualTo("1");
            assertThat(got.header("ack")).isNull();
            client.sendSafely("DISCONNECT", "");
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void messagesTravelWholeBetweenStompAndJms() throws Exception {
        byte[] binary = new byte[300_000];
        Arrays.fill(binary, 100, 200, (byte) 7);
        try (StompClient client = stomp();
                JMSContext own = jms();
                JMSConsumer consumer = own.createConsumer(queue("orders"))) {
            client.send(
                    "SEND",
                    binary,
                    "destination:/queue/orders",
                    "content-length:300000",
                    "content-type:application/octet-stream",
                    "persistent:true",
                    "priority:7",
                    "correlation-id:about\\cthis",
                    "reply-to:/topic/prices",
                    "type:kind",
                    "JMSXGroupID:unit",
                    "colour:r\\\\e\\nd");
            BytesMessage got = (BytesMessage) consumer.receive(SOON);
            assertThat(got.getBody(byte[].class)).isEqualTo(binary);
            assertThat(got.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
            assertThat(got.getJMSPriority()).isEqualTo(7);
            assertThat(got.getJMSCorrelationID()).isEqualTo("about:this");
            assertThat(((Topic) got.getJMSReplyTo()).getTopicName()).isEqualTo("prices");
            assertThat(got.getJMSType()).isEqualTo("kind");
            assertThat(got.getStringProperty("JMSXGroupID")).isEqualTo("unit");
            assertThat(got.getStringProperty("colour")).isEqualTo("r\\e\nd");
            consumer.close();
            client.sendSafely("SUBSCRIBE", "", "id:1", "destination:/queue/orders", "selector:n > 5");
            TextMessage text = own.createTextMessage("x");
            text.setIntProperty("n", 5);
            own.createProducer().send(queue("orders"), text);
            MapMessage map = own.createMapMessage();
            map.setString("a", "b");
            map.setIntProperty("n", 6);
            map.setStringProperty("line", "a\r\nb:c");
            map.setJMSReplyTo(queue("both"));
            own.createProducer().send(queue("orders"), map);
            StreamMessage stream = own.createStreamMessage();
            stream.writeInt(3);
            stream.setIntProperty("n", 7);
            own.createProducer().send(queue("orders"), stream);
            Answer first = client.read();
            assertThat(first.text()).isEqualTo("{\"a\":\"b\"}");
            assertThat(first.header("content-type")).isEqualTo("application/json");
            assertThat(first.header("n")).isEqualTo("6");
            assertThat(first.header("line")).isEqualTo("a\\r\\nb\\cc");
            assertThat(first.header("reply-to")).isEqualTo("/queue/both");
            assertThat(first.header("persistent")).isEqualTo("true");
            assertThat(client.read().text()).isEqualTo("[3]");
            BytesMessage bytes = own.createBytesMessage();
            bytes.writeBytes(binary);
            bytes.setIntProperty("n", 8);
            own.createProducer().send(queue("orders"), bytes);
            assertThat(client.read().body()).isEqualTo(binary);
        }
    }

    @Test
    void whatIsNotAcknowledgedComesAgainAsRedelivered() throws Exception {
        try (JMSContext own = jms()) {
            for (int i = 0; i < 5; i++) {
                own.createProducer().send(queue("orders"), "m" + i);
            }
            try (StompClient client = stomp()) {
                client.sendSafely("SUBSCRIBE", "", "id:1", "destination:/queue/orders", "ack:client");
                Answer last = client.read();
                for (int i = 1; i < 3; i++) {
                    last = client.read();
                }
                assertThat(last.text()).isEqualTo("m2");
                client.send("ACK", "", "id:" + last.header("ack"), "receipt:a");
                client.read();
                client.read();
                assertThat(client.read().command()).isEqualTo("RECEIPT");
            } // vanishes
            try (StompClient client = stomp()) {
                client.sendSafely("SUBSCRIBE", "", "id:1", "destination:/queue/orders", "ack:client-individual");
                Answer first = client.read();
                assertThat(first.text()).isEqualTo("m3");
                assertThat(first.header("redelivered")).isEqualTo("true");
                Answer second = client.read();
                assertThat(second.text()).isEqualTo("m4");
                client.sendSafely("ACK", "", "id:" + second.header("ack"));
                client.sendSafely("UNSUBSCRIBE", "", "id:1");
            }
            try (JMSConsumer consumer = own.createConsumer(queue("orders"))) {
                Message again = consumer.receive(SOON);
                assertThat(again.getBody(String.class)).isEqualTo("m3");
                assertThat(again.getJMSRedelivered()).isTrue();
                assertThat(consumer.receive(NOW)).isNull();
            }
        }
    }

    @Test
    void aMessageThatIsRefusedTooOftenGoesToTheErrorDestination() throws Exception {
        try (StompClient client = stomp();
                JMSContext own = jms()) {
            own.createProducer().send(queue("limited"), "poison");
            client.sendSafely("SUBSCRIBE", "", "id:1", "destination:/queue/limited", "ack:client-individual");
            for (int i = 0; i < 2; i++) {
                Answer got = client.read();
                assertThat(got.text()).isEqualTo("poison");
                client.send("NACK", "", "id:" + got.header("ack")); // it may come again before a receipt would
            }
            try (JMSConsumer consumer = own.createConsumer(queue("orders"))) {
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("poison");
            }
        }
    }

    @Test
    void transactionsCommitAndAbort() throws Exception {
        try (StompClient client = stomp();
                JMSContext own = jms();
                JMSConsumer consumer = own.createConsumer(queue("both"))) {
            own.createProducer().send(queue("orders"), "in");
            client.sendSafely("SUBSCRIBE", "", "id:1", "destination:/queue/orders", "ack:client-individual");
            Answer in = client.read();
            client.send("BEGIN", "", "transaction:1");
            client.send("SEND", "never", "destination:/queue/both", "transaction:1");
            client.send("ACK", "", "id:" + in.header("ack"), "transaction:1");
            client.send("ABORT", "", "transaction:1");
            Answer again = client.read();
            assertThat(again.text()).isEqualTo("in");
            assertThat(again.header("redelivered")).isEqualTo("true");
            client.send("BEGIN", "", "transaction:1");
            client.send("SEND", "one", "destination:/queue/both", "transaction:1");
            client.send("SEND", "two", "destination:/queue/both", "transaction:1");
            client.sendSafely("ACK", "", "id:" + again.header("ack"), "transaction:1");
            assertThat(consumer.receive(NOW)).isNull();
            client.sendSafely("COMMIT", "", "transaction:1");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("one");
            assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("two");
            assertThat(consumer.receive(NOW)).isNull();
            client.sendSafely("DISCONNECT", "");
            try (JMSConsumer taken = own.createConsumer(queue("orders"))) {
                assertThat(taken.receive(NOW)).isNull();
            }
        }
    }

    @Test
    void topicsHavePlainAndDurableSubscriptions() throws Exception {
        try (JMSContext own = jms()) {
            try (StompClient client = stomp("client-id:me")) {
                client.sendSafely("SUBSCRIBE", "", "id:plain", "destination:/topic/prices");
                client.sendSafely("SUBSCRIBE", "", "id:kept", "destination:/topic/prices", "durable:true");
                assertThatThrownBy(() -> stomp("client-id:me")).hasMessageContaining("in use");
                own.createProducer().send(topic("prices"), "1");
                Answer first = client.read();
                Answer second = client.read();
                assertThat(new String[] {first.header("subscription"), second.header("subscription")})
                        .containsExactlyInAnyOrder("plain", "kept");
                client.sendSafely("DISCONNECT", "");
            }
            own.createProducer().send(topic("prices"), "2");
            try (StompClient client = stomp("client-id:me")) {
                client.sendSafely("SUBSCRIBE", "", "id:kept", "destination:/topic/prices", "durable:true");
                assertThat(client.read().text()).isEqualTo("2");
                client.sendSafely("UNSUBSCRIBE", "", "id:kept", "durable:true");
                own.createProducer().send(topic("prices"), "3");
                client.sendSafely("SUBSCRIBE", "", "id:kept", "destination:/topic/prices", "durable:true");
                assertThat(client.isSilent()).isTrue();
                client.sendSafely("UNSUBSCRIBE", "", "id:kept", "durable:true");
            }
        }
    }

    @Test
    void aRequestIsAnsweredOverATemporaryQueue() throws Exception {
        try (StompClient client = stomp();
                StompClient answering = stomp()) {
            client.sendSafely("SUBSCRIBE", "", "id:r", "destination:/temp-queue/replies");
            client.sendSafely("SEND", "question", "destination:both", "reply-to:/temp-queue/replies");
            answering.sendSafely("SUBSCRIBE", "", "id:q", "destination:both");
            Answer question = answering.read();
            answering.sendSafely(
                    "SEND",
                    "answer",
                    "destination:" + question.header("reply-to").replace("\\c", ":"));
            assertThat(client.read().text()).isEqualTo("answer");
        }
    }

    @Test
    void aFullQueueHoldsNobodyElseUp() throws Exception {
        try (StompClient client = stomp();
                StompClient other = stomp();
                JMSContext own = jms()) {
            client.sendSafely("SEND", "1", "destination:/queue/small");
            client.send("SEND", "2", "destination:/queue/small", "receipt:2");
            client.send("SEND", "behind", "destination:/queue/orders", "receipt:3");
            assertThat(client.read().header("receipt-id")).isEqualTo("3");
            other.sendSafely("SEND", "x", "destination:/queue/orders");
            assertThat(client.isSilent()).isTrue();
            try (JMSConsumer consumer = own.createConsumer(queue("small"))) {
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("1");
                assertThat(client.read().header("receipt-id")).isEqualTo("2");
                assertThat(consumer.receiveBody(String.class, SOON)).isEqualTo("2");
            }
        }
    }

    @Test
    void mistakesAreAnsweredAndEndTheirConnectionAlone() throws Exception {
        try (StompClient steady = stomp()) {
            for (String[] each : new String[][] {
                {"SEND\ndestination:/queue/nowhere\nreceipt:1\n\nx\0", "there is no queue nowhere"},
                {"SEND\ndestination:nowhere\nreceipt:1\n\nx\0", "nowhere"},
                {"SUBSCRIBE\nid:1\ndestination:/queue/orders\nselector:a b\nreceipt:1\n\n\0", "column"},
                {"SEND\nreceipt:1\n\nx\0", "destination"},
                {"ACK\nid:7-7\nreceipt:1\n\n\0", "no such message"},
                {"COMMIT\ntransaction:t\nreceipt:1\n\n\0", "no transaction"},
                {"UNSUBSCRIBE\nid:7\nreceipt:1\n\n\0", "no such subscription"},
                {"SEND\ndestination:/queue/orders\nreceipt:1\ncontent-length:1048577\n\n", "1048576 bytes"},
                {"CONNECT\nreceipt:1\n\n\0", "open already"},
                {"SEND\nreceipt:1\na:\\t\n\nx\0", "escape"},
                {"HELLO\nreceipt:1\n\n\0", "command"}
            }) {
                try (StompClient client = stomp()) {
                    client.raw(each[0]);
                    Answer error = client.read();
                    assertThat(error.command()).as(each[0]).isEqualTo("ERROR");
                    assertThat(error.text()).as(each[0]).contains(each[1]);
                    if (!each[1].equals("command") && !each[1].equals("escape")) {
                        assertThat(error.header("receipt-id")).as(each[0]).isEqualTo("1");
                    }
                    assertThat(client.isEnded()).as(each[0]).isTrue();
                }
            }
            steady.sendSafely("SEND", "x", "destination:/queue/orders");
        }
    }

    @Test
    void olderVersionsAreSpoken() throws Exception {
        try (JMSContext own = jms()) {
            TextMessage text = own.createTextMessage("x");
            text.setStringProperty("line", "a\nb:c");
            try (StompClient client = new StompClient(server.address())) {
                client.raw("CONNECT\nlogin: \n\n\0");
                assertThat(client.read().header("version")).isEqualTo("1.0");
                client.sendSafely("SUBSCRIBE", "", "destination: /queue/orders", "ack: client");
                own.createProducer().send(queue("orders"), text);
                Answer got = client.read();
                assertThat(got.header("line")).isEqualTo("a b:c");
                assertThat(got.header("message-id")).startsWith("ID:");
                client.sendSafely("ACK", "", "message-id:" + got.header("message-id"));
            }
            try (StompClient client = new StompClient(server.address())) {
                client.raw("CONNECT\naccept-version:1.0,1.1\nhost:test\n\n\0");
                assertThat(client.read().header("version")).isEqualTo("1.1");
                client.sendSafely("SUBSCRIBE", "", "id:a", "destination:/queue/orders", "ack:client-individual");
                own.createProducer().send(queue("orders"), text);
                Answer got = client.read();
                assertThat(got.header("line")).isEqualTo("a\\nb\\cc");
                client.sendSafely("ACK", "", "subscription:a", "message-id:" + got.header("message-id"));
                assertThat(client.isSilent()).isTrue();
            }
            try (JMSConsumer consumer = own.createConsumer(queue("orders"))) {
                assertThat(consumer.receive(NOW)).isNull();
            }
        }
    }

    @Test
    void aChannelOfItsOwnSpeaksItAndHttpGoesOnBesideIt() throws Exception {
        try (StompClient client = StompClient.connected(server.address("messages"))) {
            client.sendSafely("SEND", "x", "destination:/queue/orders");
        }
        HttpResponse<String> page = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.uri("/nothing")).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(page.statusCode()).isEqualTo(404);
        try (Socket proxying = new Socket("127.0.0.1", server.address().getPort())) {
            proxying.getOutputStream()
                    .write("CONNECT host:1 HTTP/1.1\r\nHost: host:1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(proxying.getInputStream().readNBytes(8), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1");
        }
    }

    @Test
    void aClientIsToldThatTheServerStops() throws Exception {
        try (StompClient client = stomp()) {
            client.sendSafely("SUBSCRIBE", "", "id:1", "destination:/queue/orders", "ack:client");
            server.control().suspend(Duration.ofSeconds(20));
            Answer error = client.read();
            assertThat(error.command()).isEqualTo("ERROR");
            assertThat(error.header("message")).contains("being stopped");
            assertThatThrownBy(this::stomp).isInstanceOf(IOException.class);
            server.control().resume();
            stomp().close();
        }
    }

    @Test
    void aClientWhoseHeartBeatsEndIsGivenUp() throws Exception {
        try (StompClient client = stomp("heart-beat:500,0")) {
            Answer error = client.read();
            assertThat(error.command()).isEqualTo("ERROR");
            assertThat(error.header("message")).contains("heart-beats");
        }
        try (StompClient client = stomp("heart-beat:0,500")) {
            assertThat(client.socket().getInputStream().read()).isEqualTo('\n');
        }
    }
}
