package io.keelson.jms.client;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** Messages of other providers, which may be sent here, too (Jakarta Messaging 3.1, 3.12). */
final class ForeignMessages {
    private ForeignMessages() {}

    /** Copies body and properties. */
    static ClientMessage copy(Message foreign) throws JMSException {
        ClientMessage copy = body(foreign);
        for (Object name : list(foreign.getPropertyNames())) {
            String text = String.valueOf(name);
            if (!text.startsWith("JMSX") || text.equals("JMSXGroupID") || text.equals("JMSXGroupSeq")) {
                copy.setObjectProperty(text, foreign.getObjectProperty(text));
            }
        }
        copy.setJMSCorrelationID(foreign.getJMSCorrelationID());
        copy.setJMSReplyTo(foreign.getJMSReplyTo());
        copy.setJMSType(foreign.getJMSType());
        return copy;
    }

    /** Copies the headers that the producer has set. */
    static void headers(Message from, ClientMessage to) throws JMSException {
        to.setJMSMessageID(from.getJMSMessageID());
        to.setJMSTimestamp(from.getJMSTimestamp());
        to.setJMSDeliveryMode(from.getJMSDeliveryMode());
        to.setJMSPriority(from.getJMSPriority());
        to.setJMSExpiration(from.getJMSExpiration());
        to.setJMSDeliveryTime(from.getJMSDeliveryTime());
    }

    private static List<?> list(Enumeration<?> names) {
        return Collections.list(names);
    }

    private static ClientMessage body(Message foreign) throws JMSException {
        if (foreign instanceof TextMessage text) {
            return new ClientTextMessage(text.getText());
        } else if (foreign instanceof ObjectMessage object) {
            ClientObjectMessage copy = new ClientObjectMessage(null);
            copy.setObject(object.getObject());
            return copy;
        } else if (foreign instanceof MapMessage map) {
            ClientMapMessage copy = new ClientMapMessage();
            for (Object name : list(map.getMapNames())) {
                copy.setObject(String.valueOf(name), map.getObject(String.valueOf(name)));
            }
            return copy;
        } else if (foreign instanceof BytesMessage bytes) {
            bytes.reset();
            byte[] all = new byte[Math.toIntExact(bytes.getBodyLength())];
            int unused = bytes.readBytes(all);
            ClientBytesMessage copy = new ClientBytesMessage();
            copy.writeBytes(all);
            return copy;
        } else if (foreign instanceof StreamMessage stream) {
            return copy(stream);
        }
        return new ClientMessage();
    }

    private static ClientStreamMessage copy(StreamMessage stream) throws JMSException {
        stream.reset();
        ClientStreamMessage copy = new ClientStreamMessage();
        while (true) {
            try {
                copy.writeObject(stream.readObject());
            } catch (MessageEOFException end) {
                return copy;
            }
        }
    }
}
