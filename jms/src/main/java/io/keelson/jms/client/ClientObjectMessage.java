package io.keelson.jms.client;

import io.keelson.jms.message.BodyKind;
import io.keelson.kernel.serial.ApplicationObjects;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ObjectMessage;
import java.io.IOException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A message of a serialised object. It is written when it is set, so that later changes do not count, and read with the classes of the
 * thread's
 * context loader through the filter of {@link ApplicationObjects}.
 */
final class ClientObjectMessage extends ClientMessage implements ObjectMessage {
    private byte @Nullable [] bytes;

    ClientObjectMessage(byte @Nullable [] bytes) {
        this.bytes = bytes;
    }

    private static ApplicationObjects objects() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return new ApplicationObjects(loader == null ? ClientObjectMessage.class.getClassLoader() : loader);
    }

    @Override
    BodyKind kind() {
        return BodyKind.OBJECT;
    }

    @Override
    byte @Nullable [] body() {
        return bytes;
    }

    @Override
    public void setObject(@Nullable Serializable object) throws JMSException {
        writable();
        try {
            bytes = object == null ? null : objects().write(object);
        } catch (IOException e) {
            throw Failures.withCause(
                    new MessageFormatException("the object cannot be serialised: " + e.getMessage(), "SERIALISATION"),
                    e);
        }
    }

    @Override
    public @Nullable Serializable getObject() throws JMSException {
        try {
            return bytes == null ? null : (Serializable) objects().read(bytes);
        } catch (IOException | ClassNotFoundException e) {
            throw Failures.withCause(
                    new MessageFormatException(
                            "the object of the message cannot be read: " + e.getMessage()
                                    + ". Its class has to be in the application, and allowed",
                            "SERIALISATION"),
                    e);
        }
    }

    @Override
    public void clearBody() throws JMSException {
        super.clearBody();
        bytes = null;
    }

    @Override
    @Nullable
    Object value() throws JMSException {
        return getObject();
    }
}
