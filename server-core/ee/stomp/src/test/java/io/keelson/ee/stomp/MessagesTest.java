package io.keelson.ee.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.ByteWriter;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessagesTest {
    private static final DestinationName ORDERS = DestinationName.queue("orders");

    private static MessageData read(byte[] body, String... headers) throws FrameException {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return Messages.read(new Frame(Command.SEND, all, body), ORDERS, DestinationName.topic("answers"), "me", 1_000);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static MessageData message(BodyKind kind, byte[] body, Map<String, Object> properties) {
        return new MessageData(
                "ID:1",
                ORDERS,
                5,
                7,
                true,
                9,
                0,
                "about",
                DestinationName.topic("answers"),
                "kind",
                properties,
                kind,
                body,
                "me");
    }

    @Test
    void headersOfTheStandardBecomeHeadersOfJms() throws FrameException {
        MessageData read = read(
                bytes("x"),
                "destination",
                "/queue/orders",
                "persistent",
                "true",
                "priority",
                "7",
                "expires",
                "5000",
                "correlation-id",
                "about",
                "type",
                "kind",
                "delivery-delay",
                "50",
                "receipt",
                "1",
                "JMSXGroupID",
                "unit",
                "JMSXGroupSeq",
                "3",
                "colour",
                "red");
        assertThat(read.id()).startsWith("ID:");
        assertThat(read.destination()).isEqualTo(ORDERS);
        assertThat(read.persistent()).isTrue();
        assertThat(read.priority()).isEqualTo(7);
        assertThat(read.expiration()).isEqualTo(5_000);
        assertThat(read.timestamp()).isEqualTo(1_000);
        assertThat(read.deliveryTime()).isEqualTo(1_050);
        assertThat(read.correlationId()).isEqualTo("about");
        assertThat(read.type()).isEqualTo("kind");
        assertThat(read.replyTo()).isEqualTo(DestinationName.topic("answers"));
        assertThat(read.unit()).isEqualTo("unit");
        assertThat(read.properties())
                .containsOnly(
                        Map.entry("JMSXGroupID", "unit"), Map.entry("JMSXGroupSeq", 3), Map.entry("colour", "red"));
        assertThat(read(bytes("x")).persistent()).isFalse();
        assertThat(read(bytes("x")).priority()).isEqualTo(4);
    }

    @Test
    void aWrongNumberIsRefused() {
        for (String name : new String[] {"priority", "expires", "delivery-delay", "JMSXGroupSeq"}) {
            for (String value : new String[] {"", "x", "-1", "1e3", "99999999999999999999"}) {
                assertThatThrownBy(() -> read(bytes("x"), name, value))
                        .as("%s:%s", name, value)
                        .isInstanceOf(FrameException.class)
                        .hasMessageContaining(name);
            }
        }
    }

    @Test
    void theContentTypeSaysWhatIsText() throws FrameException {
        for (String each : new String[] {
            "text/plain", "TEXT/html; charset=UTF-8", "application/json", "application/problem+json", "application/xml"
        }) {
            MessageData read = read(bytes("ä"), "content-type", each, "content-length", "2");
            assertThat(read.kind()).as(each).isEqualTo(BodyKind.TEXT);
            assertThat(read.body()).isEqualTo(bytes("ä"));
        }
        assertThat(read(bytes("x"), "content-type", "image/png").kind()).isEqualTo(BodyKind.BYTES);
        assertThat(read(bytes("x")).kind()).isEqualTo(BodyKind.TEXT);
        assertThat(read(bytes("x"), "content-length", "1").kind()).isEqualTo(BodyKind.BYTES);
    }

    @Test
    void textOfAnotherCharsetBecomesUtf8AndWhatIsNoTextStaysAsItIs() throws FrameException {
        byte[] latin = "ä".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(read(latin, "content-type", "text/plain;charset=\"iso-8859-1\"")
                        .body())
                .isEqualTo(bytes("ä"));
        for (String each : new String[] {"text/plain", "text/plain;charset=none", "text/plain;charset=*"}) {
            MessageData read = read(latin, "content-type", each);
            assertThat(read.kind()).as(each).isEqualTo(BodyKind.BYTES);
            assertThat(read.body()).isEqualTo(latin);
        }
    }

    @Test
    void headersOfJmsBecomeHeadersOfAMessage() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("n", 7);
        properties.put("destination", "elsewhere");
        properties.put("message-id", "other");
        Map<String, String> headers =
                Messages.headers(new Delivery(1, message(BodyKind.TEXT, bytes("x"), properties), 3, true));
        assertThat(headers)
                .containsEntry("message-id", "ID:1")
                .containsEntry("persistent", "true")
                .containsEntry("priority", "7")
                .containsEntry("expires", "9")
                .containsEntry("timestamp", "5")
                .containsEntry("correlation-id", "about")
                .containsEntry("type", "kind")
                .containsEntry("reply-to", "/topic/answers")
                .containsEntry("redelivered", "true")
                .containsEntry("JMSXDeliveryCount", "3")
                .containsEntry("n", "7")
                .containsEntry("content-type", "text/plain;charset=utf-8")
                .doesNotContainKey("destination");
        assertThat(Messages.headers(
                        new Delivery(1, message(BodyKind.TEXT, null, Map.of("content-type", "text/x")), 1, false)))
                .containsEntry("content-type", "text/x")
                .doesNotContainKey("redelivered");
    }

    @Test
    void bodiesOfMapsAndStreamsAreJson() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("a\"b", "c\\\n");
        values.put("n", 5L);
        values.put("d", 1.5);
        values.put("nan", Double.NaN);
        values.put("flag", true);
        values.put("none", null);
        values.put("bytes", new byte[] {1, 2, 3});
        values.put("c", 'x');
        assertThat(new String(
                        Messages.body(message(
                                BodyKind.MAP, new ByteWriter(64).putMap(values).toBytes(), Map.of())),
                        StandardCharsets.UTF_8))
                .isEqualTo("{\"a\\\"b\":\"c\\\\\\u000a\",\"n\":5,\"d\":1.5,\"nan\":\"NaN\",\"flag\":true,"
                        + "\"none\":null,\"bytes\":\"AQID\",\"c\":\"x\"}");
        ByteWriter stream = new ByteWriter(64);
        stream.putValue("s");
        stream.putValue(9);
        assertThat(new String(
                        Messages.body(message(BodyKind.STREAM, stream.toBytes(), Map.of())), StandardCharsets.UTF_8))
                .isEqualTo("[\"s\",9]");
        assertThat(Messages.body(message(BodyKind.NONE, null, Map.of()))).isEmpty();
        assertThat(Messages.body(message(BodyKind.TEXT, null, Map.of()))).isEmpty();
    }
}
