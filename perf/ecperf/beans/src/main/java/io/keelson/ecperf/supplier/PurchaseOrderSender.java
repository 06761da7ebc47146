package io.keelson.ecperf.supplier;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.TextMessage;

/** Sends purchase orders whose keys come by the queue, each within the transaction that receives the message. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(
                    propertyName = "destinationLookup",
                    propertyValue = "java:app/jms/purchase-orders"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class PurchaseOrderSender implements MessageListener {
    @EJB
    private SendingSession session;

    @Override
    public void onMessage(Message message) {
        try {
            Fault fault = message.getJMSRedelivered()
                    ? Fault.NONE
                    : Fault.valueOf(message.getStringProperty(BuyerSession.FAULT));
            session.send(Long.parseLong(((TextMessage) message).getText()), fault);
        } catch (JMSException e) {
            throw new EJBException("a message with a purchase order cannot be read", e);
        }
    }
}
