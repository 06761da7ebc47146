package io.keelson.jms.bridge;

import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a message of one provider from that of another and sends it, with body, properties, type, correlation id, priority, delivery mode
 * and what is left of its life and of its delay. Belongs to one thread.
 */
final class MessageCopy {
    /** The property that keeps the message id of the source. */
    static final String ORIGINAL_ID = "KeelsonOriginalMessageID";

    /** The property that keeps when the source was sent the message, in milliseconds since the epoch. */
    static final String ORIGINAL_TIMESTAMP = "KeelsonOriginalTimestamp";

    /** The property that keeps the name of a reply destination that does not travel. */
    static final String ORIGINAL_REPLY_TO = "KeelsonOriginalReplyTo";

    private final BridgeEnd.Opened target;
    private final MessageProducer producer;
    private final Map<String, String> replyDestinations;

    /**
     * Makes copies for a session.
     *
     * @param replyDestinations by the name of the source's: that of the target's
     */
    MessageCopy(BridgeEnd.Opened target, Map<String, String> replyDestinations) throws JMSException {
        this.target = target;
        this.producer = target.producer();
        this.replyDestinations = replyDestinations;
    }

    /**
     * Sends a copy.
     *
     * @param now milliseconds since the epoch
     * @return false where the message was over before it could be sent
     */
    boolean send(Message from, long now) throws JMSException {
        long expiration = from.getJMSExpiration();
        if (expiration != 0 && expiration <= now) {
            return false;
        }
        Message copy = copy(from);
        producer.setDeliveryDelay(Math.max(0, deliveryTime(from) - now));
        producer.send(copy, from.getJMSDeliveryMode(), from.getJMSPriority(), expiration == 0 ? 0 : expiration - now);
        return true;
    }

    private static long deliveryTime(Message from) {
        try {
            return from.getJMSDeliveryTime();
        } catch (JMSException | UnsupportedOperationException | AbstractMethodError e) {
            return 0; // a client of an earlier JMS
        }
    }

    /** Returns a message of the target's provider. */
    Message copy(Message from) throws JMSException {
        Message copy = body(from, target.session());
        for (Object each : list(from.getPropertyNames())) {
            String name = String.valueOf(each);
            if (travels(name)) {
                property(copy, name, from.getObjectProperty(name));
            }
        }
        copy.setJMSType(from.getJMSType());
        copy.setJMSCorrelationID(from.getJMSCorrelationID());
        if (!from.propertyExists(ORIGINAL_ID)) { // of the first source, where there are several bridges in a row
            property(copy, ORIGINAL_ID, from.getJMSMessageID());
            property(copy, ORIGINAL_TIMESTAMP, from.getJMSTimestamp());
        }
        replyTo(from, copy);
        return copy;
    }

    /** Returns true for properties of applications and for groups: what a provider has set does not mean anything to another. */
    private static boolean travels(String name) {
        return name.equals("JMSXGroupID")
                || name.equals("JMSXGroupSeq")
                || name.equals("JMS_BEA_UnitOfOrder")
                || !name.startsWith("JMS");
    }

    private static void property(Message copy, String name, @Nullable Object value) throws JMSException {
        if (value == null) {
            return;
        }
        try {
            copy.setObjectProperty(name, value);
        } catch (MessageFormatException | IllegalArgumentException e) {
            BridgeLog.LOG.debugf(e, "the other provider does not take the property %s", name);
        }
    }

    private void replyTo(Message from, Message copy) throws JMSException {
        String name = nameOf(from.getJMSReplyTo());
        if (name == null) {
            return;
        }
        String mapped = replyDestinations.get(name);
        Destination found = mapped == null ? null : target.find(mapped).orElse(null);
        if (found != null) {
            copy.setJMSReplyTo(found);
        } else {
            property(copy, ORIGINAL_REPLY_TO, name);
        }
    }

    private static @Nullable String nameOf(@Nullable Destination destination) throws JMSException {
        if (destination instanceof Queue queue) {
            return queue.getQueueName();
        }
        return destination instanceof Topic topic ? topic.getTopicName() : null;
    }

    private static List<?> list(Enumeration<?> names) {
        return Collections.list(names);
    }

    private static Message body(Message from, Session to) throws JMSException {
        if (from instanceof TextMessage text) {
            return to.createTextMessage(text.getText());
        } else if (from instanceof BytesMessage bytes) {
            return copy(bytes, to.createBytesMessage());
        } else if (from instanceof MapMessage map) {
            MapMessage copy = to.createMapMessage();
            for (Object name : list(map.getMapNames())) {
                copy.setObject(String.valueOf(name), map.getObject(String.valueOf(name)));
            }
            return copy;
        } else if (from instanceof StreamMessage stream) {
            return copy(stream, to.createStreamMessage());
        } else if (from instanceof ObjectMessage object) {
            return to.createObjectMessage(object.getObject());
        }
        return to.createMessage();
    }

    private static BytesMessage copy(BytesMessage from, BytesMessage to) throws JMSException {
        byte[] some = new byte[64 << 10];
        int count = from.readBytes(some);
        while (count > 0) {
            to.writeBytes(some, 0, count);
            count = from.readBytes(some);
        }
        return to;
    }

    private static StreamMessage copy(StreamMessage from, StreamMessage to) throws JMSException {
        while (true) {
            try {
                to.writeObject(from.readObject());
            } catch (MessageEOFException end) {
                return to;
            }
        }
    }
}
