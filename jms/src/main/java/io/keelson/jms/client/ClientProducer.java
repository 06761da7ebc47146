package io.keelson.jms.client;

import io.keelson.base.time.Ticker;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.Queue;
import jakarta.jms.QueueSender;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A producer.
 *
 * <p>Specification: Jakarta Messaging 3.1, 7 Sending messages.
 */
final class ClientProducer implements QueueSender, TopicPublisher {
    private final ClientSession session;
    private final @Nullable Destination destination;
    private final @Nullable DestinationName fixed;
    private boolean disableId;
    private boolean disableTimestamp;
    private int deliveryMode = Message.DEFAULT_DELIVERY_MODE;
    private int priority = Message.DEFAULT_PRIORITY;
    private long timeToLive = Message.DEFAULT_TIME_TO_LIVE;
    private long deliveryDelay = Message.DEFAULT_DELIVERY_DELAY;
    private @Nullable FlowLimit flow;
    private volatile boolean closed;

    ClientProducer(ClientSession session, @Nullable Destination destination, @Nullable DestinationName fixed) {
        this.session = session;
        this.destination = destination;
        this.fixed = fixed;
    }

    private void open() throws JMSException {
        session.open();
        if (closed) {
            throw new IllegalStateException("the producer is closed", "CLOSED");
        }
    }

    void sessionClosed() {
        closed = true;
    }

    // ---- sending ---------------------------------------------------------------------------------------------------

    private DestinationName own() throws JMSException {
        open();
        if (fixed == null) {
            throw new UnsupportedOperationException(
                    "the producer was made without a destination: name one with the message");
        }
        return fixed;
    }

    private DestinationName given(@Nullable Destination to) throws JMSException {
        open();
        if (fixed != null) {
            throw new UnsupportedOperationException(
                    "the producer was made for " + fixed + "; it sends to no other destination");
        }
        if (to == null) {
            throw new InvalidDestinationException("no destination is given", "INVALID_DESTINATION");
        }
        return ClientDestination.nameOf(to);
    }

    private void send(
            DestinationName to,
            @Nullable Message message,
            int mode,
            int level,
            long lifetime,
            @Nullable CompletionListener listener)
            throws JMSException {
        if (message == null) {
            throw new MessageFormatException("there is no message to send", "ILLEGAL_VALUE");
        }
        if (mode != DeliveryMode.PERSISTENT && mode != DeliveryMode.NON_PERSISTENT) {
            throw new JMSException("no delivery mode has the number " + mode, "ILLEGAL_VALUE");
        }
        if (level < 0 || level > 9) {
            throw new JMSException("a priority is 0 to 9, not " + level, "ILLEGAL_VALUE");
        }
        slowDown(to);
        ClientMessage ours = message instanceof ClientMessage known ? known : ForeignMessages.copy(message);
        long now = ClientClock.millis();
        message.setJMSMessageID(session.connection().nextMessageId());
        message.setJMSTimestamp(disableTimestamp ? 0 : now);
        message.setJMSDestination(ClientDestination.of(to));
        message.setJMSDeliveryMode(mode);
        message.setJMSPriority(level);
        message.setJMSExpiration(lifetime == 0 ? 0 : now + lifetime);
        message.setJMSDeliveryTime(deliveryDelay == 0 ? now : now + deliveryDelay);
        if (ours != message) {
            ForeignMessages.headers(message, ours);
        }
        MessageData data = ours.data(to, session.connection().origin());
        if (disableId) {
            message.setJMSMessageID(null);
        }
        if (listener == null) {
            session.send(data, null);
            return;
        }
        ours.sending(true);
        try {
            session.send(data, error -> {
                ours.sending(false);
                if (error == null) {
                    listener.onCompletion(message);
                } else {
                    listener.onException(message, error);
                }
            });
        } catch (JMSException e) {
            ours.sending(false);
            throw e;
        }
    }

    /** Waits where the destination is above its threshold. */
    private void slowDown(DestinationName to) throws JMSException {
        FactorySettings settings = session.connection().settings();
        boolean above = settings.flowMaximum() > 0 && session.connection().isAbove(to);
        FlowLimit limit = flow;
        if (limit == null) {
            if (!above) {
                return;
            }
            limit = new FlowLimit(
                    settings.flowMaximum(), settings.flowMinimum(), settings.flowInterval(), settings.flowSteps());
            flow = limit;
        }
        try {
            TimeUnit.NANOSECONDS.sleep(limit.nanosToWait(above, Ticker.system().nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.withCause(
                    new JMSException(
                            "the thread was interrupted while flow control held it back from sending", "INTERRUPTED"),
                    e);
        }
    }

    private static CompletionListener required(@Nullable CompletionListener listener) {
        if (listener == null) {
            throw new IllegalArgumentException("an asynchronous send needs a CompletionListener");
        }
        return listener;
    }

    private CompletionListener asynchronous(@Nullable CompletionListener listener) throws JMSException {
        CompletionListener given = required(listener);
        if (session.connection().transactions() != null) {
            throw new IllegalStateException(
                    "asynchronous sends are not allowed in an application server (Jakarta EE Platform, 6.7)",
                    "CONTAINER");
        }
        return given;
    }

    @Override
    public void send(Message message) throws JMSException {
        send(own(), message, deliveryMode, priority, timeToLive, null);
    }

    @Override
    public void send(Message message, int mode, int level, long lifetime) throws JMSException {
        send(own(), message, mode, level, lifetime, null);
    }

    @Override
    public void send(Destination to, Message message) throws JMSException {
        send(given(to), message, deliveryMode, priority, timeToLive, null);
    }

    @Override
    public void send(Destination to, Message message, int mode, int level, long lifetime) throws JMSException {
        send(given(to), message, mode, level, lifetime, null);
    }

    @Override
    public void send(Message message, CompletionListener listener) throws JMSException {
        send(own(), message, deliveryMode, priority, timeToLive, asynchronous(listener));
    }

    @Override
    public void send(Message message, int mode, int level, long lifetime, CompletionListener listener)
            throws JMSException {
        send(own(), message, mode, level, lifetime, asynchronous(listener));
    }

    @Override
    public void send(Destination to, Message message, CompletionListener listener) throws JMSException {
        send(given(to), message, deliveryMode, priority, timeToLive, asynchronous(listener));
    }

    @Override
    public void send(Destination to, Message message, int mode, int level, long lifetime, CompletionListener listener)
            throws JMSException {
        send(given(to), message, mode, level, lifetime, asynchronous(listener));
    }

    @Override
    public void send(Queue queue, Message message) throws JMSException {
        send((Destination) queue, message);
    }

    @Override
    public void send(Queue queue, Message message, int mode, int level, long lifetime) throws JMSException {
        send((Destination) queue, message, mode, level, lifetime);
    }

    @Override
    public void publish(Message message) throws JMSException {
        send(message);
    }

    @Override
    public void publish(Message message, int mode, int level, long lifetime) throws JMSException {
        send(message, mode, level, lifetime);
    }

    @Override
    public void publish(Topic topic, Message message) throws JMSException {
        send(topic, message);
    }

    @Override
    public void publish(Topic topic, Message message, int mode, int level, long lifetime) throws JMSException {
        send(topic, message, mode, level, lifetime);
    }

    // ---- settings --------------------------------------------------------------------------------------------------

    @Override
    public @Nullable Destination getDestination() throws JMSException {
        open();
        return destination;
    }

    @Override
    public @Nullable Queue getQueue() throws JMSException {
        return (Queue) getDestination();
    }

    @Override
    public @Nullable Topic getTopic() throws JMSException {
        return (Topic) getDestination();
    }

    @Override
    public void setDisableMessageID(boolean disabled) throws JMSException {
        open();
        disableId = disabled;
    }

    @Override
    public boolean getDisableMessageID() throws JMSException {
        open();
        return disableId;
    }

    @Override
    public void setDisableMessageTimestamp(boolean disabled) throws JMSException {
        open();
        disableTimestamp = disabled;
    }

    @Override
    public boolean getDisableMessageTimestamp() throws JMSException {
        open();
        return disableTimestamp;
    }

    @Override
    public void setDeliveryMode(int mode) throws JMSException {
        open();
        if (mode != DeliveryMode.PERSISTENT && mode != DeliveryMode.NON_PERSISTENT) {
            throw new JMSException("no delivery mode has the number " + mode, "ILLEGAL_VALUE");
        }
        deliveryMode = mode;
    }

    @Override
    public int getDeliveryMode() throws JMSException {
        open();
        return deliveryMode;
    }

    @Override
    public void setPriority(int level) throws JMSException {
        open();
        if (level < 0 || level > 9) {
            throw new JMSException("a priority is 0 to 9, not " + level, "ILLEGAL_VALUE");
        }
        priority = level;
    }

    @Override
    public int getPriority() throws JMSException {
        open();
        return priority;
    }

    @Override
    public void setTimeToLive(long millis) throws JMSException {
        open();
        if (millis < 0) {
            throw new JMSException("a time to live is not negative: " + millis, "ILLEGAL_VALUE");
        }
        timeToLive = millis;
    }

    @Override
    public long getTimeToLive() throws JMSException {
        open();
        return timeToLive;
    }

    @Override
    public void setDeliveryDelay(long millis) throws JMSException {
        open();
        if (millis < 0) {
            throw new JMSException("a delivery delay is not negative: " + millis, "ILLEGAL_VALUE");
        }
        deliveryDelay = millis;
    }

    @Override
    public long getDeliveryDelay() throws JMSException {
        open();
        return deliveryDelay;
    }

    @Override
    public void close() {
        closed = true;
        session.remove(this);
    }
}
