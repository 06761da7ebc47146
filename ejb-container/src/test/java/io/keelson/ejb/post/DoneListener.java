package io.keelson.ejb.post;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;
import jakarta.transaction.UserTransaction;

/** Notes what the first one has passed on, in a transaction of its own. */
@MessageDriven(
        mappedName = "java:app/jms/done",
        activationConfig = @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"))
@TransactionManagement(TransactionManagementType.BEAN)
public class DoneListener implements MessageListener {
    @EJB
    private Post post;

    @Resource
    private UserTransaction transaction;

    @Override
    public void onMessage(Message message) {
        try {
            transaction.begin();
            post.handled(((TextMessage) message).getText());
            transaction.commit();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        } catch (Exception e) {
            throw new IllegalStateException("the transaction failed", e);
        }
    }
}
