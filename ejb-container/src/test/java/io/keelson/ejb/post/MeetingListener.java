package io.keelson.ejb.post;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Is done with a message only while it has three others. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:app/jms/parcels"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "4")
        })
public class MeetingListener implements MessageListener {
    private static final CountDownLatch ALL = new CountDownLatch(4);

    @EJB
    private Post post;

    @Override
    public void onMessage(Message message) {
        ALL.countDown();
        try {
            post.handled(((TextMessage) message).getText() + (ALL.await(30, TimeUnit.SECONDS) ? " met" : " alone"));
        } catch (JMSException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
