package io.keelson.ejb.post;

import jakarta.annotation.Resource;
import jakarta.ejb.MessageDriven;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;

/** Has both its destinations by links of the descriptor, and begins with {@code ejbCreate}. */
@MessageDriven
public class LinkedListener implements MessageListener {
    @Resource(lookup = "java:comp/DefaultJMSConnectionFactory")
    private ConnectionFactory factory;

    @Resource(name = "answers")
    private Queue answers;

    private String created = "";

    public void ejbCreate() {
        created = "created: ";
    }

    @Override
    public void onMessage(Message message) {
        try (JMSContext jms = factory.createContext()) {
            jms.createProducer().send(answers, created + ((TextMessage) message).getText());
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
