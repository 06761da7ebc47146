package io.keelson.jms.engine;

import io.keelson.jms.message.MessageData;
import java.util.Comparator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A key by which the messages of a destination are sorted: a header or a property. Messages without it come last, and values of another
 * type compare as text. Immutable.
 *
 * @param name of the header or property
 * @param descending true: the greatest first
 */
public record SortKey(String name, boolean descending) implements Comparator<MessageData> {
    /**
     * Reads a key as it is configured: {@code JMSPriority:Descending}, {@code price}.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static SortKey parse(String text) {
        int colon = text.indexOf(':');
        String name = (colon < 0 ? text : text.substring(0, colon)).trim();
        String direction =
                colon < 0 ? "ascending" : text.substring(colon + 1).trim().toLowerCase(Locale.ROOT);
        if (name.isEmpty() || !direction.equals("ascending") && !direction.equals("descending")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no sort key: NAME, NAME:Ascending or NAME:Descending is expected");
        }
        return new SortKey(name, direction.equals("descending"));
    }

    @Override
    public int compare(MessageData a, MessageData b) {
        Object x = value(a);
        Object y = value(b);
        if (x == null || y == null) {
            return x == y ? 0 : x == null ? 1 : -1;
        }
        int order;
        if (x instanceof Long one && y instanceof Long other) {
            order = Long.compare(one, other);
        } else if (x instanceof Number one && y instanceof Number other) {
            order = Double.compare(one.doubleValue(), other.doubleValue());
        } else {
            order = x.toString().compareTo(y.toString());
        }
        return descending ? -order : order;
    }

    private @Nullable Object value(MessageData message) {
        return switch (name) {
            case "JMSPriority" -> (long) message.priority();
            case "JMSTimestamp" -> message.timestamp();
            case "JMSExpiration" -> message.expiration();
            case "JMSMessageID" -> message.id();
            case "JMSCorrelationID" -> message.correlationId();
            case "JMSType" -> message.type();
            case "JMSDeliveryMode" -> message.persistent() ? 2L : 1L;
            default -> {
                Object property = message.properties().get(name);
                yield property instanceof Integer || property instanceof Short || property instanceof Byte
                        ? (Object) ((Number) property).longValue()
                        : property;
            }
        };
    }
}
