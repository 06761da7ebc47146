package io.keelson.ee.stomp;

import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Messages of JMS as frames and back. Stateless. */
final class Messages {
    private static final byte[] NOTHING = {};
    private static final String CONTENT_TYPE = "content-type";
    private static final String SEQUENCE = "JMSXGroupSeq";
    private static final String DELIVERIES = "JMSXDeliveryCount";

    /** Headers that are no properties: of SEND, and those that MESSAGE has. */
    private static final Set<String> OWN = Set.of(
            "destination",
            "content-length",
            "receipt",
            "transaction",
            "persistent",
            "priority",
            "expires",
            "delivery-delay",
            "correlation-id",
            "reply-to",
            "type",
            "message-id",
            "subscription",
            "ack",
            "timestamp",
            "redelivered",
            DELIVERIES);

    private Messages() {}

    // ---- from frames -----------------------------------------------------------------------------------------------

    /**
     * Reads a message.
     *
     * @param origin of the connection, for noLocal
     * @throws FrameException where a header is wrong
     */
    @SuppressWarnings("NullAway") // a body may be null; the class file of MessageData does not show it
    static MessageData read(
            Frame send, DestinationName destination, @Nullable DestinationName replyTo, String origin, long now)
            throws FrameException {
        Body body = body(send);
        long delay = send.number("delivery-delay", 0, 0, Long.MAX_VALUE / 4);
        return new MessageData(
                "ID:" + UUID.randomUUID(),
                destination,
                now,
                (int) send.number("priority", 4, 0, 9),
                send.says("persistent"),
                send.number("expires", 0, 0, Long.MAX_VALUE),
                delay == 0 ? 0 : now + delay,
                send.header("correlation-id"),
                replyTo,
                send.header("type"),
                properties(send),
                body.kind(),
                body.bytes(),
                origin);
    }

    private static Map<String, Object> properties(Frame send) throws FrameException {
        Map<String, Object> kept = new HashMap<>();
        for (Map.Entry<String, String> each : send.headers().entrySet()) {
            String name = each.getKey();
            if (name.equals(SEQUENCE)) {
                kept.put(name, (int) send.number(name, 0, 0, Integer.MAX_VALUE));
            } else if (!OWN.contains(name)) {
                kept.put(name, each.getValue());
            }
        }
        return kept;
    }

    private record Body(BodyKind kind, byte @Nullable [] bytes) {}

    /** Says what a body is: text by its content-type; without one where it has no content-length either, as other servers have it. */
    private static Body body(Frame send) {
        String type = send.header(CONTENT_TYPE);
        boolean text = type == null ? send.header("content-length") == null : isText(type);
        byte[] utf8 = text ? utf8(send.body(), charset(type)) : null;
        return utf8 == null ? new Body(BodyKind.BYTES, send.body()) : new Body(BodyKind.TEXT, utf8);
    }

    private static boolean isText(String contentType) {
        int end = contentType.indexOf(';');
        String type =
                (end < 0 ? contentType : contentType.substring(0, end)).trim().toLowerCase(Locale.ROOT);
        return type.startsWith("text/")
                || type.equals("application/json")
                || type.equals("application/xml")
                || type.endsWith("+json")
                || type.endsWith("+xml");
    }

    /** Returns the charset of a content-type; null: it is one that this JVM does not know. */
    private static @Nullable Charset charset(@Nullable String contentType) {
        if (contentType == null) {
            return StandardCharsets.UTF_8;
        }
        for (String each : contentType.split(";", -1)) {
            String parameter = each.trim();
            if (parameter.toLowerCase(Locale.ROOT).startsWith("charset=")) {
                try {
                    return Charset.forName(parameter
                            .substring("charset=".length())
                            .replace("\"", "")
                            .trim());
                } catch (IllegalArgumentException e) {
                    return null;
                }
            }
        }
        return StandardCharsets.UTF_8;
    }

    /** Returns text in UTF-8; null: the bytes are no text of that charset, so that they are kept as they are. */
    private static byte @Nullable [] utf8(byte[] bytes, @Nullable Charset charset) {
        if (charset == null) {
            return null;
        }
        try {
            String decoded = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return charset.equals(StandardCharsets.UTF_8) ? bytes : decoded.getBytes(StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    // ---- to frames -------------------------------------------------------------------------------------------------

    /** Returns the headers of a message, those of its subscription left out. */
    static Map<String, String> headers(Delivery delivery) {
        MessageData data = delivery.message();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("message-id", data.id());
        headers.put("persistent", String.valueOf(data.persistent()));
        headers.put("priority", String.valueOf(data.priority()));
        headers.put("expires", String.valueOf(data.expiration()));
        headers.put("timestamp", String.valueOf(data.timestamp()));
        put(headers, "correlation-id", data.correlationId());
        put(headers, "type", data.type());
        DestinationName replyTo = data.replyTo();
        put(headers, "reply-to", replyTo == null ? null : DestinationNames.text(replyTo));
        if (delivery.redelivered()) {
            headers.put("redelivered", "true");
        }
        headers.put(DELIVERIES, String.valueOf(delivery.deliveries()));
        data.properties().forEach((name, value) -> {
            if (!OWN.contains(name) && !name.isEmpty()) {
                headers.put(name, value.toString());
            }
        });
        String type = contentType(data.kind());
        if (type != null) {
            headers.putIfAbsent(CONTENT_TYPE, type);
        }
        return headers;
    }

    private static void put(Map<String, String> headers, String name, @Nullable String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }

    private static @Nullable String contentType(BodyKind kind) {
        return switch (kind) {
            case NONE -> null;
            case TEXT -> "text/plain;charset=utf-8";
            case BYTES -> "application/octet-stream";
            case OBJECT -> "application/x-java-serialized-object";
            case MAP, STREAM -> "application/json";
        };
    }

    /** Returns the body: text in UTF-8, bytes as they are, maps and streams as JSON. */
    static byte[] body(MessageData data) {
        byte[] bytes = data.body();
        if (bytes == null) {
            return NOTHING;
        }
        return switch (data.kind()) {
            case NONE -> NOTHING;
            case TEXT, BYTES, OBJECT -> bytes;
            case MAP -> JsonText.of(new ByteReader(bytes).getMap()).getBytes(StandardCharsets.UTF_8);
            case STREAM -> {
                List<@Nullable Object> values = new ArrayList<>();
                ByteReader in = new ByteReader(bytes);
                while (in.left() > 0) {
                    values.add(in.getValue());
                }
                yield JsonText.of(values).getBytes(StandardCharsets.UTF_8);
            }
        };
    }
}
