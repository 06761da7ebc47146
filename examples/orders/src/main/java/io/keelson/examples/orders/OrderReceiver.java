package io.keelson.examples.orders;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.sql.SQLException;

/**
 * Receives orders. A message is acknowledged when this has returned, so that one whose server is killed meanwhile comes again; its id in
 * the database says that it was received before.
 */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "java:app/jms/orders"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
@TransactionManagement(TransactionManagementType.BEAN)
public class OrderReceiver implements MessageListener {
    @Inject
    private Figures figures;

    @Override
    public void onMessage(Message message) {
        try {
            figures.received(message.getStringProperty("order"), message.getJMSRedelivered());
        } catch (JMSException | SQLException e) {
            throw new IllegalStateException("an order cannot be noted; it is to come again", e);
        }
    }
}
