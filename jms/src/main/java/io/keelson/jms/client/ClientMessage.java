package io.keelson.jms.client;

import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A message without a body, and what all messages have. For one thread at a time.
 *
 * <p>Specification: Jakarta Messaging 3.1, 3 Jakarta Messaging message model.
 */
class ClientMessage implements Message {
    private static final String DELIVERY_COUNT = "JMSXDeliveryCount";
    private static final Set<String> RESERVED =
            Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");

    /** Acknowledges what its session has consumed. */
    interface Acknowledgement {
        void acknowledge() throws JMSException;
    }

    private final Map<String, Object> properties = new LinkedHashMap<>();
    private @Nullable String id;
    private long timestamp;
    private @Nullable String correlationId;
    private @Nullable Destination replyTo;
    private @Nullable Destination destination;
    private int deliveryMode = DeliveryMode.PERSISTENT;
    private boolean redelivered;
    private @Nullable String type;
    private long expiration;
    private long deliveryTime;
    private int priority = Message.DEFAULT_PRIORITY;
    private boolean readOnlyProperties;
    private boolean readOnlyBody;
    private @Nullable Acknowledgement acknowledgement;

    /** True while an asynchronous send has it (7.3.9). */
    private volatile boolean sending;

    ClientMessage() {}

    /** Takes over what was delivered. The body is the subclass's matter. */
    void received(Delivery delivery, @Nullable Acknowledgement acknowledgedBy) {
        MessageData data = delivery.message();
        id = data.id().isEmpty() ? null : data.id();
        timestamp = data.timestamp();
        correlationId = data.correlationId();
        replyTo = ClientDestination.ofNullable(data.replyTo());
        destination = ClientDestination.of(data.destination());
        deliveryMode = data.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
        redelivered = delivery.redelivered();
        type = data.type();
        expiration = data.expiration();
        deliveryTime = data.deliveryTime();
        priority = data.priority();
        properties.putAll(data.properties());
        properties.put(DELIVERY_COUNT, Math.max(delivery.redelivered() ? 2 : 1, delivery.deliveries()));
        readOnlyProperties = true;
        readOnlyBody = true;
        acknowledgement = acknowledgedBy;
    }

    /** Returns the message as it is sent, after the producer has set the headers. */
    MessageData data(DestinationName to, String origin) throws JMSException {
        Map<String, Object> sent = new LinkedHashMap<>(properties);
        sent.remove(DELIVERY_COUNT);
        return new MessageData(
                id == null ? "" : id,
                to,
                timestamp,
                priority,
                deliveryMode == DeliveryMode.PERSISTENT,
                expiration,
                deliveryTime,
                correlationId,
                replyTo == null ? null : ClientDestination.nameOf(replyTo),
                type,
                sent.isEmpty() ? Map.of() : sent,
                kind(),
                body(),
                origin);
    }

    BodyKind kind() {
        return BodyKind.NONE;
    }

    byte @Nullable [] body() throws JMSException {
        return null;
    }

    void sending(boolean now) {
        sending = now;
    }

    private void free() throws JMSException {
        if (sending) {
            throw new JMSException("the message is being sent; wait for its CompletionListener", "IN_USE");
        }
    }

    // ---- headers ---------------------------------------------------------------------------------------------------

    @Override
    public @Nullable String getJMSMessageID() throws JMSException {
        free();
        return id;
    }

    @Override
    public void setJMSMessageID(@Nullable String id) throws JMSException {
        free();
        this.id = id;
    }

    @Override
    public long getJMSTimestamp() throws JMSException {
        free();
        return timestamp;
    }

    @Override
    public void setJMSTimestamp(long timestamp) throws JMSException {
        free();
        this.timestamp = timestamp;
    }

    @Override
    public byte @Nullable [] getJMSCorrelationIDAsBytes() throws JMSException {
        free();
        String known = correlationId;
        if (known == null) {
            return null;
        }
        boolean bytes = known.chars().allMatch(c -> c < 256);
        return known.getBytes(bytes ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }

    @Override
    public void setJMSCorrelationIDAsBytes(byte @Nullable [] id) throws JMSException {
        free();
        correlationId = id == null ? null : new String(id, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void setJMSCorrelationID(@Nullable String id) throws JMSException {
        free();
        correlationId = id;
    }

    @Override
    public @Nullable String getJMSCorrelationID() throws JMSException {
        free();
        return correlationId;
    }

    @Override
    public @Nullable Destination getJMSReplyTo() throws JMSException {
        free();
        return replyTo;
    }

    @Override
    public void setJMSReplyTo(@Nullable Destination to) throws JMSException {
        free();
        replyTo = to;
    }

    @Override
    public @Nullable Destination getJMSDestination() throws JMSException {
        free();
        return destination;
    }

    @Override
    public void setJMSDestination(@Nullable Destination destination) throws JMSException {
        free();
        this.destination = destination;
    }

    @Override
    public int getJMSDeliveryMode() throws JMSException {
        free();
        return deliveryMode;
    }

    @Override
    public void setJMSDeliveryMode(int mode) throws JMSException {
        free();
        if (mode != DeliveryMode.PERSISTENT && mode != DeliveryMode.NON_PERSISTENT) {
            throw new JMSException("no delivery mode has the number " + mode, "ILLEGAL_VALUE");
        }
        deliveryMode = mode;
    }

    @Override
    public boolean getJMSRedelivered() throws JMSException {
        free();
        return redelivered;
    }

    @Override
    public void setJMSRedelivered(boolean redelivered) throws JMSException {
        free();
        this.redelivered = redelivered;
    }

    @Override
    public @Nullable String getJMSType() throws JMSException {
        free();
        return type;
    }

    @Override
    public void setJMSType(@Nullable String type) throws JMSException {
        free();
        this.type = type;
    }

    @Override
    public long getJMSExpiration() throws JMSException {
        free();
        return expiration;
    }

    @Override
    public void setJMSExpiration(long expiration) throws JMSException {
        free();
        this.expiration = expiration;
    }

    @Override
    public long getJMSDeliveryTime() throws JMSException {
        free();
        return deliveryTime;
    }

    @Override
    public void setJMSDeliveryTime(long time) throws JMSException {
        free();
        deliveryTime = time;
    }

    @Override
    public int getJMSPriority() throws JMSException {
        free();
        return priority;
    }

    @Override
    public void setJMSPriority(int priority) throws JMSException {
        free();
        if (priority < 0 || priority > 9) {
            throw new JMSException("a priority is 0 to 9, not " + priority, "ILLEGAL_VALUE");
        }
        this.priority = priority;
    }

    // ---- properties ------------------------------------------------------------------------------------------------

    @Override
    public void clearProperties() throws JMSException {
        free();
        properties.clear();
        readOnlyProperties = false;
    }

    @Override
    public boolean propertyExists(String name) throws JMSException {
        free();
        return properties.containsKey(name);
    }

    private @Nullable Object property(@Nullable String name) throws JMSException {
        free();
        if (name == null) {
            throw new NullPointerException("a property has a name");
        }
        return properties.get(name);
    }

    @Override
    public boolean getBooleanProperty(String name) throws JMSException {
        return Conversions.toBoolean(property(name));
    }

    @Override
    public byte getByteProperty(String name) throws JMSException {
        return Conversions.toByte(property(name));
    }

    @Override
    public short getShortProperty(String name) throws JMSException {
        return Conversions.toShort(property(name));
    }

    @Override
    public int getIntProperty(String name) throws JMSException {
        return Conversions.toInt(property(name));
    }

    @Override
    public long getLongProperty(String name) throws JMSException {
        return Conversions.toLong(property(name));
    }

    @Override
    public float getFloatProperty(String name) throws JMSException {
        return Conversions.toFloat(property(name));
    }

    @Override
    public double getDoubleProperty(String name) throws JMSException {
        return Conversions.toDouble(property(name));
    }

    @Override
    public @Nullable String getStringProperty(String name) throws JMSException {
        return Conversions.toText(property(name));
    }

    @Override
    public @Nullable Object getObjectProperty(String name) throws JMSException {
        return property(name);
    }

    @Override
    public Enumeration<String> getPropertyNames() throws JMSException {
        free();
        return Collections.enumeration(new LinkedHashSet<>(properties.keySet()));
    }

    @Override
    public void setBooleanProperty(String name, boolean value) throws JMSException {
        setObjectProperty(name, value);
    }

    @Override
    public void setByteProperty(String name, byte value) throws JMSException {
        setObjectProperty(name, value);
    }

    @Override
    public void setShortProperty(String name, short value) throws JMSException {
        setObjectProperty(name, value);
    }

    @Override
    public void setIntProperty(String name, int value) throws JMSException {
        setObjectProperty(name, value);
    }

    @Override
    public void setLongProperty(String name, long value) throws JMSException {
        setObjectProperty(name, value);
    }

    @Override
    public void setFloatProperty(String name, float value) throws JMSException {
        setObjectProperty(name, value);
    }

    @Override
    public void setDoubleProperty(String name, double value) throws JMSException {
        setObjectProperty(name, value);
    }

    @Override
    public void setStringProperty(String name, @Nullable String value) throws JMSException {
        setObjectProperty(name, value);
    }

    @Override
    public void setObjectProperty(String name, @Nullable Object value) throws JMSException {
        free();
        checkName(name);
        Object checked = Conversions.property(value);
        if (readOnlyProperties) {
            throw new MessageNotWriteableException(
                    "the properties of a message that was received are read-only; call clearProperties first",
                    "READ_ONLY");
        }
        if (checked == null) {
            properties.remove(name);
        } else {
            properties.put(name, checked);
        }
    }

    /** Refuses names that no selector could have (3.5.1). */
    static void checkName(@Nullable String name) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a property needs a name");
        }
        boolean valid = Character.isJavaIdentifierStart(name.charAt(0))
                && name.chars().allMatch(Character::isJavaIdentifierPart)
                && !RESERVED.contains(name.toUpperCase(Locale.ROOT));
        if (!valid) {
            throw new JMSException(
                    "'" + name
                            + "' is no name of a property: it has to be an identifier of Java and no keyword of selectors",
                    "ILLEGAL_VALUE");
        }
    }

    // ---- the body --------------------------------------------------------------------------------------------------

    @Override
    public void acknowledge() throws JMSException {
        free();
        if (acknowledgement != null) {
            acknowledgement.acknowledge();
        }
    }

    @Override
    public void clearBody() throws JMSException {
        free();
        readOnlyBody = false;
    }

    /** Returns the body as the simplified interface sees it; null: there is none. */
    @Nullable
    Object value() throws JMSException {
        return null;
    }

    @Override
    public <T> @Nullable T getBody(Class<T> type) throws JMSException {
        free();
        Object value = value();
        if (value == null) {
            return null;
        }
        if (!type.isInstance(value)) {
            throw new MessageFormatException(
                    "the body is a " + value.getClass().getName() + ", not a " + type.getName(), "CONVERSION");
        }
        return type.cast(value);
    }

    @Override
    @SuppressWarnings("rawtypes") // the interface has it so
    public boolean isBodyAssignableTo(Class type) throws JMSException {
        free();
        Object value = value();
        return value == null || type.isInstance(value);
    }

    void writable() throws JMSException {
        free();
        if (readOnlyBody) {
            throw new MessageNotWriteableException(
                    "the body of a message that was received is read-only; call clearBody first", "READ_ONLY");
        }
    }

    void readable() throws JMSException {
        free();
        if (!readOnlyBody) {
            throw new MessageNotReadableException("the body is write-only; call reset first", "WRITE_ONLY");
        }
    }

    void readOnlyBody(boolean now) {
        readOnlyBody = now;
    }

    boolean isReadOnlyBody() {
        return readOnlyBody;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + id + "]";
    }
}
