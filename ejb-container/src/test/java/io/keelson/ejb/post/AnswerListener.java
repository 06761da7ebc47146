package io.keelson.ejb.post;

import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;

/** Names no destination, as beans for TomEE: its queue is that of its name. */
@MessageDriven
public class AnswerListener implements MessageListener {
    @EJB
    private Post post;

    @Override
    public void onMessage(Message message) {
        try {
            post.handled("answered: " + ((TextMessage) message).getText());
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
