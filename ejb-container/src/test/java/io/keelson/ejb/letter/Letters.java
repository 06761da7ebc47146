package io.keelson.ejb.letter;

import io.keelson.ejb.post.Post;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;

/** Has a bean of CDI and one of its interceptors. */
@JMSDestinationDefinition(name = "java:app/jms/letters", interfaceName = "jakarta.jms.Queue")
@MessageDriven(
        activationConfig =
                @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:app/jms/letters"))
public class Letters implements MessageListener {
    @Inject
    private Envelope envelope;

    @EJB
    private Post post;

    @Override
    @Sealed
    public void onMessage(Message message) {
        try {
            post.handled(((TextMessage) message).getText() + " " + envelope.text() + Shown.all());
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
