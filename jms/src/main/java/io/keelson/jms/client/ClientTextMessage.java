package io.keelson.jms.client;

import io.keelson.jms.message.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A message of text. */
final class ClientTextMessage extends ClientMessage implements TextMessage {
    private @Nullable String text;

    ClientTextMessage(@Nullable String text) {
        this.text = text;
    }

    static ClientTextMessage of(byte @Nullable [] body) {
        return new ClientTextMessage(body == null ? null : new String(body, StandardCharsets.UTF_8));
    }

    @Override
    BodyKind kind() {
        return BodyKind.TEXT;
    }

    @Override
    byte @Nullable [] body() {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void setText(@Nullable String text) throws JMSException {
        writable();
        this.text = text;
    }

    @Override
    public @Nullable String getText() {
        return text;
    }

    @Override
    public void clearBody() throws JMSException {
        super.clearBody();
        text = null;
    }

    @Override
    @Nullable
    Object value() {
        return text;
    }
}
