package io.keelson.ejb.post;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;

/** Does not implement the interface that a descriptor says it listens by. */
@MessageDriven(
        activationConfig =
                @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:app/jms/parcels"))
public class SilentListener {
    @EJB
    private Post post;

    public void onMessage(Message message) {
        try {
            post.handled("silent: " + ((TextMessage) message).getText());
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
