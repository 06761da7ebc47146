package io.keelson.jms.client;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatRuntimeException;
import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A producer of a context. Its headers and properties are kept in a message of their own. */
final class ContextProducer implements JMSProducer {
    private final ClientSession session;
    private final ClientProducer producer;
    private final ClientMessage set = new ClientMessage();
    private @Nullable CompletionListener async;

    ContextProducer(ClientSession session, ClientProducer producer) {
        this.session = session;
        this.producer = producer;
    }

    private JMSProducer with(Failures.Action action) {
        Failures.uncheckedly(action);
        return this;
    }

    // ---- sending ---------------------------------------------------------------------------------------------------

    @Override
    public JMSProducer send(Destination destination, @Nullable Message message) {
        if (message == null) {
            throw new MessageFormatRuntimeException("there is no message to send", "ILLEGAL_VALUE");
        }
        return with(() -> {
            prepare(message);
            CompletionListener listener = async;
            if (listener == null) {
                producer.send(destination, message);
            } else {
                producer.send(destination, message, listener);
            }
        });
    }

    private void prepare(Message message) throws JMSException {
        for (String each : Collections.list(set.getPropertyNames())) {
            message.setObjectProperty(each, set.getObjectProperty(each));
        }
        if (set.getJMSCorrelationID() != null) {
            message.setJMSCorrelationID(set.getJMSCorrelationID());
        }
        if (set.getJMSType() != null) {
            message.setJMSType(set.getJMSType());
        }
        if (set.getJMSReplyTo() != null) {
            message.setJMSReplyTo(set.getJMSReplyTo());
        }
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable String text) {
        return send(destination, (Message) Failures.unchecked(() -> session.createTextMessage(text)));
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable Map<String, Object> map) {
        return send(destination, (Message) Failures.unchecked(() -> {
            MapMessage message = session.createMapMessage();
            if (map != null) {
                for (Map.Entry<String, Object> each : map.entrySet()) {
                    message.setObject(each.getKey(), each.getValue());
                }
            }
            return message;
        }));
    }

    @Override
    public JMSProducer send(Destination destination, byte @Nullable [] bytes) {
        return send(destination, (Message) Failures.unchecked(() -> {
            BytesMessage message = session.createBytesMessage();
            if (bytes != null) {
                message.writeBytes(bytes);
            }
            return message;
        }));
    }

    @Override
    public JMSProducer send(Destination destination, @Nullable Serializable object) {
        return send(destination, (Message) Failures.unchecked(() -> session.createObjectMessage(object)));
    }

    // ---- settings --------------------------------------------------------------------------------------------------

    @Override
    public JMSProducer setDisableMessageID(boolean disabled) {
        return with(() -> producer.setDisableMessageID(disabled));
    }

    @Override
    public boolean getDisableMessageID() {
        return Failures.unchecked(producer::getDisableMessageID);
    }

    @Override
    public JMSProducer setDisableMessageTimestamp(boolean disabled) {
        return with(() -> producer.setDisableMessageTimestamp(disabled));
    }

    @Override
    public boolean getDisableMessageTimestamp() {
        return Failures.unchecked(producer::getDisableMessageTimestamp);
    }

    @Override
    public JMSProducer setDeliveryMode(int mode) {
        return with(() -> producer.setDeliveryMode(mode));
    }

    @Override
    public int getDeliveryMode() {
        return Failures.unchecked(producer::getDeliveryMode);
    }

    @Override
    public JMSProducer setPriority(int priority) {
        return with(() -> producer.setPriority(priority));
    }

    @Override
    public int getPriority() {
        return Failures.unchecked(producer::getPriority);
    }

    @Override
    public JMSProducer setTimeToLive(long millis) {
        return with(() -> producer.setTimeToLive(millis));
    }

    @Override
    public long getTimeToLive() {
        return Failures.unchecked(producer::getTimeToLive);
    }

    @Override
    public JMSProducer setDeliveryDelay(long millis) {
        return with(() -> producer.setDeliveryDelay(millis));
    }

    @Override
    public long getDeliveryDelay() {
        return Failures.unchecked(producer::getDeliveryDelay);
    }

    @Override
    public JMSProducer setAsync(@Nullable CompletionListener listener) {
        async = listener;
        return this;
    }

    @Override
    public @Nullable CompletionListener getAsync() {
        return async;
    }

    // ---- properties ------------------------------------------------------------------------------------------------

    @Override
    public JMSProducer setProperty(String name, boolean value) {
        return setProperty(name, (Object) value);
    }

    @Override
    public JMSProducer setProperty(String name, byte value) {
        return setProperty(name, (Object) value);
    }

    @Override
    public JMSProducer setProperty(String name, short value) {
        return setProperty(name, (Object) value);
    }

    @Override
    public JMSProducer setProperty(String name, int value) {
        return setProperty(name, (Object) value);
    }

    @Override
    public JMSProducer setProperty(String name, long value) {
        return setProperty(name, (Object) value);
    }

    @Override
    public JMSProducer setProperty(String name, float value) {
        return setProperty(name, (Object) value);
    }

    @Override
    public JMSProducer setProperty(String name, double value) {
        return setProperty(name, (Object) value);
    }

    @Override
    public JMSProducer setProperty(String name, @Nullable String value) {
        return setProperty(name, (Object) value);
    }

    @Override
    public JMSProducer setProperty(String name, @Nullable Object value) {
        return with(() -> set.setObjectProperty(name, value));
    }

    @Override
    public JMSProducer clearProperties() {
        return with(set::clearProperties);
    }

    @Override
    public boolean propertyExists(String name) {
        return Failures.unchecked(() -> set.propertyExists(name));
    }

    @Override
    public boolean getBooleanProperty(String name) {
        return Failures.unchecked(() -> set.getBooleanProperty(name));
    }

    @Override
    public byte getByteProperty(String name) {
        return Failures.unchecked(() -> set.getByteProperty(name));
    }

    @Override
    public short getShortProperty(String name) {
        return Failures.unchecked(() -> set.getShortProperty(name));
    }

    @Override
    public int getIntProperty(String name) {
        return Failures.unchecked(() -> set.getIntProperty(name));
    }

    @Override
    public long getLongProperty(String name) {
        return Failures.unchecked(() -> set.getLongProperty(name));
    }

    @Override
    public float getFloatProperty(String name) {
        return Failures.unchecked(() -> set.getFloatProperty(name));
    }

    @Override
    public double getDoubleProperty(String name) {
        return Failures.unchecked(() -> set.getDoubleProperty(name));
    }

    @Override
    public @Nullable String getStringProperty(String name) {
        return Failures.nullable(() -> set.getStringProperty(name));
    }

    @Override
    public @Nullable Object getObjectProperty(String name) {
        return Failures.nullable(() -> set.getObjectProperty(name));
    }

    @Override
    public Set<String> getPropertyNames() {
        return Collections.unmodifiableSet(
                new TreeSet<>(Failures.unchecked(() -> Collections.list(set.getPropertyNames()))));
    }

    // ---- headers ---------------------------------------------------------------------------------------------------

    @Override
    public JMSProducer setJMSCorrelationIDAsBytes(byte @Nullable [] id) {
        return with(() -> set.setJMSCorrelationIDAsBytes(id));
    }

    @Override
    public byte @Nullable [] getJMSCorrelationIDAsBytes() {
        return Failures.nullable(set::getJMSCorrelationIDAsBytes);
    }

    @Override
    public JMSProducer setJMSCorrelationID(@Nullable String id) {
        return with(() -> set.setJMSCorrelationID(id));
    }

    @Override
    public @Nullable String getJMSCorrelationID() {
        return Failures.nullable(set::getJMSCorrelationID);
    }

    @Override
    public JMSProducer setJMSType(@Nullable String type) {
        return with(() -> set.setJMSType(type));
    }

    @Override
    public @Nullable String getJMSType() {
        return Failures.nullable(set::getJMSType);
    }

    @Override
    public JMSProducer setJMSReplyTo(@Nullable Destination to) {
        return with(() -> set.setJMSReplyTo(to));
    }

    @Override
    public @Nullable Destination getJMSReplyTo() {
        return Failures.nullable(set::getJMSReplyTo);
    }
}
