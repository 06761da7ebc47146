package io.keelson.ee.amqp;

import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import java.nio.BufferOverflowException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.messaging.AmqpSequence;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.apache.qpid.proton.amqp.messaging.Section;
import org.apache.qpid.proton.message.Message;
import org.jspecify.annotations.Nullable;

/** Messages of JMS as those of AMQP and back, as the mapping of OASIS has it (AMQP JMS Mapping 1.0). Stateless. */
final class Messages {
    private static final Symbol TYPE = Symbol.valueOf("x-opt-jms-msg-type");
    private static final Symbol DESTINATION = Symbol.valueOf("x-opt-jms-dest");
    private static final Symbol REPLY_TO = Symbol.valueOf("x-opt-jms-reply-to");
    private static final Symbol DELIVERY_TIME = Symbol.valueOf("x-opt-delivery-time");
    private static final Symbol OBJECT = Symbol.valueOf("application/x-java-serialized-object");
    private static final Symbol BYTES = Symbol.valueOf("application/octet-stream");

    /** The numbers that the annotation has for kinds of messages. */
    private static final List<BodyKind> KINDS =
            List.of(BodyKind.NONE, BodyKind.OBJECT, BodyKind.MAP, BodyKind.BYTES, BodyKind.STREAM, BodyKind.TEXT);

    private Messages() {}

    // ---- from AMQP -------------------------------------------------------------------------------------------------

    /**
     * Reads a message.
     *
     * @param link the destination of the link; null: the message says it
     * @param origin of the connection, for noLocal
     * @throws IllegalArgumentException where it is none that JMS can have
     */
    @SuppressWarnings("NullAway") // a body may be null; the class file of MessageData does not show it
    static MessageData read(byte[] encoded, @Nullable DestinationName link, String origin, long now) {
        Message message = Message.Factory.create();
        int unused = message.decode(encoded, 0, encoded.length);
        Properties properties = message.getProperties();
        Map<Symbol, Object> annotations = annotations(message.getMessageAnnotations());
        DestinationName destination = link != null ? link : destination(properties, annotations);
        Map<String, Object> kept = properties(message.getApplicationProperties());
        group(properties, kept);
        Body body = body(message, annotations);
        String replyTo = properties == null ? null : properties.getReplyTo();
        Date created = properties == null ? null : properties.getCreationTime();
        return new MessageData(
                id(properties),
                destination,
                created == null ? now : created.getTime(),
                priority(message.getHeader()),
                message.getHeader() != null
                        && Boolean.TRUE.equals(message.getHeader().getDurable()),
                expiration(message.getHeader(), properties, now),
                annotations.get(DELIVERY_TIME) instanceof Number time ? time.longValue() : 0,
                properties == null || properties.getCorrelationId() == null
                        ? null
                        : text(properties.getCorrelationId()),
                replyTo == null || replyTo.isEmpty() ? null : Addresses.of(replyTo, annotations.get(REPLY_TO)),
                properties == null ? null : properties.getSubject(),
                kept,
                body.kind(),
                body.bytes(),
                origin);
    }

    private record Body(BodyKind kind, byte @Nullable [] bytes) {}

    private static Map<Symbol, Object> annotations(@Nullable MessageAnnotations of) {
        return of == null || of.getValue() == null ? Map.of() : of.getValue();
    }

    private static DestinationName destination(@Nullable Properties properties, Map<Symbol, Object> annotations) {
        String to = properties == null ? null : properties.getTo();
        if (to == null || to.isEmpty()) {
            throw new IllegalArgumentException("the message names no address in 'to', and its link has none");
        }
        return Addresses.of(to, annotations.get(DESTINATION));
    }

    private static String id(@Nullable Properties properties) {
        Object id = properties == null ? null : properties.getMessageId();
        if (id == null) {
            return "ID:" + UUID.randomUUID();
        }
        String text = text(id);
        return text.startsWith("ID:") ? text : "ID:" + text;
    }

    private static String text(Object id) {
        return id instanceof Binary binary
                ? new String(
                        binary.getArray(), binary.getArrayOffset(), binary.getLength(), StandardCharsets.ISO_8859_1)
                : id.toString();
    }

    private static int priority(@Nullable Header header) {
        UnsignedByte priority = header == null ? null : header.getPriority();
        return priority == null ? 4 : Math.min(9, priority.intValue());
    }

    private static long expiration(@Nullable Header header, @Nullable Properties properties, long now) {
        if (header != null && header.getTtl() != null && header.getTtl().longValue() > 0) {
            return now + header.getTtl().longValue();
        }
        Date absolute = properties == null ? null : properties.getAbsoluteExpiryTime();
        return absolute == null ? 0 : absolute.getTime();
    }

    private static void group(@Nullable Properties properties, Map<String, Object> kept) {
        if (properties != null && properties.getGroupId() != null) {
            kept.put("JMSXGroupID", properties.getGroupId());
            UnsignedInteger sequence = properties.getGroupSequence();
            if (sequence != null) {
                kept.put("JMSXGroupSeq", sequence.intValue());
            }
        }
    }

    private static Map<String, Object> properties(@Nullable ApplicationProperties of) {
        Map<String, Object> kept = new HashMap<>();
        if (of != null && of.getValue() != null) {
            of.getValue().forEach((name, value) -> {
                if (name != null && value != null) {
                    kept.put(name.toString(), property(value));
                }
            });
        }
        return kept;
    }

    private static Object property(Object value) {
        if (value instanceof Boolean
                || value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Float
                || value instanceof Double
                || value instanceof String) {
            return value;
        }
        return value instanceof Number number
                ? (Object) number.longValue()
                : value.toString(); // unsigned ones, symbols, dates
    }

    private static Body body(Message message, Map<Symbol, Object> annotations) {
        Section section = message.getBody();
        BodyKind said = annotations.get(TYPE) instanceof Number number
                        && number.intValue() >= 0
                        && number.intValue() < KINDS.size()
                ? KINDS.get(number.intValue())
                : null;
        if (section == null) {
            return new Body(said == null ? BodyKind.NONE : said, null);
        } else if (section instanceof Data data) {
            Properties properties = message.getProperties();
            boolean object = said == BodyKind.OBJECT
                    || said == null && properties != null && OBJECT.equals(properties.getContentType());
            Binary value = data.getValue();
            byte[] bytes = value == null ? new byte[0] : copy(value);
            if (said == BodyKind.NONE && bytes.length == 0) {
                return new Body(BodyKind.NONE, null);
            }
            return new Body(object ? BodyKind.OBJECT : BodyKind.BYTES, bytes);
        } else if (section instanceof AmqpSequence sequence) {
            return new Body(BodyKind.STREAM, stream(sequence.getValue()));
        }
        return value(((AmqpValue) section).getValue(), said);
    }

    private static Body value(@Nullable Object value, @Nullable BodyKind said) {
        if (value == null) {
            return new Body(
                    said == null || said == BodyKind.STREAM || said == BodyKind.MAP ? BodyKind.NONE : said, null);
        } else if (value instanceof Binary binary) {
            return new Body(said == BodyKind.OBJECT ? said : BodyKind.BYTES, copy(binary));
        } else if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            map.forEach((name, each) -> values.put(String.valueOf(name), plain(each)));
            return new Body(BodyKind.MAP, new ByteWriter(64).putMap(values).toBytes());
        } else if (value instanceof List<?> list) {
            return new Body(BodyKind.STREAM, stream(list));
        }
        return new Body(BodyKind.TEXT, value.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] stream(List<?> values) {
        ByteWriter out = new ByteWriter(64);
        values.forEach(each -> out.putValue(plain(each)));
        return out.toBytes();
    }

    /** Returns a value as bodies of JMS have it. */
    private static @Nullable Object plain(@Nullable Object value) {
        if (value == null || value instanceof Character) {
            return value;
        }
        return value instanceof Binary binary ? copy(binary) : property(value);
    }

    private static byte[] copy(Binary binary) {
        byte[] bytes = new byte[binary.getLength()];
        System.arraycopy(binary.getArray(), binary.getArrayOffset(), bytes, 0, bytes.length);
        return bytes;
    }

    // ---- to AMQP ---------------------------------------------------------------------------------------------------

    /** Writes a message. */
    static byte[] write(Delivery delivery, long now) {
        MessageData data = delivery.message();
        Message message = Message.Factory.create();
        Header header = new Header();
        header.setDurable(data.persistent());
        header.setPriority(UnsignedByte.valueOf((byte) data.priority()));
        if (data.expiration() != 0) {
            header.setTtl(UnsignedInteger.valueOf(Math.max(1, Math.min(data.expiration() - now, 0xffff_ffffL))));
        }
        header.setDeliveryCount(UnsignedInteger.valueOf(
                Math.max(delivery.redelivered() ? 1 : 0, Math.max(0, delivery.deliveries() - 1))));
        header.setFirstAcquirer(!delivery.redelivered());
        message.setHeader(header);
        Map<Symbol, Object> annotations = new HashMap<>();
        annotations.put(TYPE, (byte) KINDS.indexOf(data.kind()));
        annotations.put(DESTINATION, Addresses.kind(data.destination()));
        if (data.deliveryTime() != 0) {
            annotations.put(DELIVERY_TIME, data.deliveryTime());
        }
        Properties properties = new Properties();
        properties.setMessageId(data.id());
        properties.setTo(data.destination().name());
        properties.setSubject(data.type());
        if (data.correlationId() != null) {
            properties.setCorrelationId(data.correlationId());
        }
        DestinationName replyTo = data.replyTo();
        if (replyTo != null) {
            properties.setReplyTo(replyTo.name());
            annotations.put(REPLY_TO, Addresses.kind(replyTo));
        }
        if (data.timestamp() != 0) {
            properties.setCreationTime(new Date(data.timestamp()));
        }
        if (data.expiration() != 0) {
            properties.setAbsoluteExpiryTime(new Date(data.expiration()));
        }
        Map<String, Object> kept = new LinkedHashMap<>(data.properties());
        if (kept.remove("JMSXGroupID") instanceof String group) {
            properties.setGroupId(group);
            if (kept.remove("JMSXGroupSeq") instanceof Number sequence) {
                properties.setGroupSequence(UnsignedInteger.valueOf(Math.max(0, sequence.intValue())));
            }
        }
        if (data.kind() == BodyKind.OBJECT) {
            properties.setContentType(OBJECT);
        } else if (data.kind() == BodyKind.BYTES) {
            properties.setContentType(BYTES);
        }
        message.setMessageAnnotations(new MessageAnnotations(annotations));
        message.setProperties(properties);
        if (!kept.isEmpty()) {
            message.setApplicationProperties(new ApplicationProperties(kept));
        }
        message.setBody(body(data));
        return encoded(message, data.size());
    }

    private static byte[] encoded(Message message, int size) {
        byte[] buffer = new byte[Math.max(512, size + size / 2)];
        while (true) {
            try {
                int length = message.encode(buffer, 0, buffer.length);
                return Arrays.copyOf(buffer, length);
            } catch (BufferOverflowException | IndexOutOfBoundsException e) {
                buffer = new byte[Math.multiplyExact(2, buffer.length)];
            }
        }
    }

    private static Section body(MessageData data) {
        byte[] bytes = data.body();
        return switch (data.kind()) {
            case NONE -> new AmqpValue(null);
            case TEXT -> new AmqpValue(bytes == null ? null : new String(bytes, StandardCharsets.UTF_8));
            case BYTES, OBJECT -> new Data(new Binary(bytes == null ? new byte[0] : bytes));
            case MAP -> {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                if (bytes != null) {
                    new ByteReader(bytes).getMap().forEach((name, value) -> values.put(name, wrapped(value)));
                }
                yield new AmqpValue(values);
            }
            case STREAM -> {
                List<@Nullable Object> values = new ArrayList<>();
                if (bytes != null) {
                    ByteReader in = new ByteReader(bytes);
                    while (in.left() > 0) {
                        values.add(wrapped(in.getValue()));
                    }
                }
                yield new AmqpSequence(values);
            }
        };
    }

    private static @Nullable Object wrapped(@Nullable Object value) {
        return value instanceof byte[] bytes ? new Binary(bytes) : value;
    }
}
