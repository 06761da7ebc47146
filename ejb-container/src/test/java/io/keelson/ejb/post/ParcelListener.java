package io.keelson.ejb.post;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.MessageDrivenBean;
import jakarta.ejb.MessageDrivenContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;

/** A message-driven bean as Enterprise Beans 2.x has them: its life cycle is in methods of an interface, and {@code ejbCreate}. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:app/jms/parcels"),
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1")
        })
public class ParcelListener implements MessageDrivenBean, MessageListener {
    private static final long serialVersionUID = 1;

    @EJB
    private transient Post post;

    private transient String life;

    @Override
    public void setMessageDrivenContext(MessageDrivenContext context) {
        life = context == null ? "" : "context ";
    }

    /** Called when its references are there. */
    public void ejbCreate() {
        life += post == null ? "" : "created ";
    }

    @Override
    public void ejbRemove() {
        life = "removed ";
    }

    @Override
    public void onMessage(Message message) {
        try {
            post.handled(life + ((TextMessage) message).getText());
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
