package io.keelson.ejb.letter;

import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** A decorator, which stands before no message-driven bean. */
@Decorator
@Priority(10)
public class Painted implements MessageListener {
    @Inject
    @Delegate
    @Any
    private MessageListener listener;

    @Inject
    private Envelope envelope;

    @Override
    public void onMessage(Message message) {
        envelope.mark("painted");
        listener.onMessage(message);
    }
}
