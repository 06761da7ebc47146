package io.keelson.ejb.post;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenContext;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;

/** Handles orders within the container's transaction, and passes them on within it. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:app/jms/orders"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
            @ActivationConfigProperty(propertyName = "messageSelector", propertyValue = "kind = 'order'")
        })
public class OrderListener implements MessageListener {
    @EJB
    private Post post;

    @Resource
    private MessageDrivenContext context;

    @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
    private ConnectionFactory factory;

    @Resource(lookup = "java:app/jms/done")
    private Queue done;

    @Override
    public void onMessage(Message message) {
        try (JMSContext jms = factory.createContext()) {
            String text = ((TextMessage) message).getText();
            jms.createProducer().send(done, text + (message.getJMSRedelivered() ? " again" : ""));
            int before = post.tried(text);
            if (text.startsWith("throws") && before == 0) {
                throw new IllegalStateException("not today");
            }
            if (text.startsWith("marks") && before < 2) {
                context.setRollbackOnly();
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
