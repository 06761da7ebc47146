package io.keelson.jms.message;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message: its headers, properties and body. Immutable; the body's bytes are shared and must not be changed.
 *
 * @param id {@code JMSMessageID}
 * @param destination that it was sent to
 * @param timestamp {@code JMSTimestamp}, milliseconds since the epoch; 0: none
 * @param priority 0 to 9
 * @param persistent true if it survives the server
 * @param expiration when it expires, milliseconds since the epoch; 0: never
 * @param deliveryTime before which it is not delivered, milliseconds since the epoch; 0: none
 * @param correlationId {@code JMSCorrelationID}
 * @param replyTo {@code JMSReplyTo}
 * @param type {@code JMSType}
 * @param properties by name: Boolean, Byte, Short, Integer, Long, Float, Double or String
 * @param kind of the body
 * @param body as bytes; null: the body has no value
 * @param origin the connection that sent it, for {@code noLocal}; empty: nobody's
 */
public record MessageData(
        String id,
        DestinationName destination,
        long timestamp,
        int priority,
        boolean persistent,
        long expiration,
        long deliveryTime,
        @Nullable String correlationId,
        @Nullable DestinationName replyTo,
        @Nullable String type,
        Map<String, Object> properties,
        BodyKind kind,
        byte @Nullable [] body,
        String origin) {
    /** WebLogic's name of the property that puts a message into a unit of order. */
    public static final String UNIT_OF_ORDER = "JMS_BEA_UnitOfOrder";

    /** The standard's name of a group of messages, which is a unit of order here. */
    public static final String GROUP = "JMSXGroupID";

    /** Memory that a message takes beside what is counted. */
    private static final int OVERHEAD = 200;

    public MessageData {
        if (priority < 0 || priority > 9) {
            throw new IllegalArgumentException("a priority is 0 to 9, not " + priority);
        }
    }

    /** Returns the unit of order; null: none. */
    public @Nullable String unit() {
        if (properties.isEmpty()) {
            return null;
        }
        Object unit = properties.get(UNIT_OF_ORDER);
        Object chosen = unit == null ? properties.get(GROUP) : unit;
        return chosen == null ? null : chosen.toString();
    }

    /** Returns about how many bytes of memory it takes. */
    public int size() {
        int size = OVERHEAD + (body == null ? 0 : body.length);
        for (Map.Entry<String, Object> each : properties.entrySet()) {
            size += 2 * each.getKey().length() + 48;
            if (each.getValue() instanceof String text) {
                size += text.length();
            }
        }
        return size;
    }

    /** Returns how many bytes its body has. */
    public int bodySize() {
        return body == null ? 0 : body.length;
    }

    /** Returns the message with another body of the same kind. */
    public MessageData withBody(byte @Nullable [] other) {
        return new MessageData(
                id,
                destination,
                timestamp,
                priority,
                persistent,
                expiration,
                deliveryTime,
                correlationId,
                replyTo,
                type,
                properties,
                kind,
                other,
                origin);
    }

    /** Returns the message for another destination, without expiration and delivery time, as an error destination gets it. */
    public MessageData redirected(DestinationName to) {
        return new MessageData(
                id,
                to,
                timestamp,
                priority,
                persistent,
                0,
                0,
                correlationId,
                replyTo,
                type,
                properties,
                kind,
                body,
                origin);
    }

    /** Returns the message for another destination, with all else as it is. */
    public MessageData sentTo(DestinationName to) {
        return new MessageData(
                id,
                to,
                timestamp,
                priority,
                persistent,
                expiration,
                deliveryTime,
                correlationId,
                replyTo,
                type,
                properties,
                kind,
                body,
                origin);
    }

    /** Shows neither properties nor body: they are the application's. */
    @Override
    public String toString() {
        return "message " + id + " for " + destination;
    }
}
