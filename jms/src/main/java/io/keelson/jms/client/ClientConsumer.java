package io.keelson.jms.client;

import io.keelson.base.time.Ticker;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.BytesMessage;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageListener;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueReceiver;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A consumer. It asks the server for messages by giving it credit: for a synchronous one at each receive that finds nothing here, for a
 * listener ahead of time.
 */
final class ClientConsumer implements QueueReceiver, TopicSubscriber {
    private final ClientSession session;
    private final long number;
    private final ClientDestination destination;
    private final @Nullable String selector;
    private final boolean noLocal;
    private final Request.Subscription subscription;
    private final Mailbox.Box box = new Mailbox.Box();
    private volatile @Nullable MessageListener listener;
    private volatile boolean closed;
    private final PipelineWindow pipeline = new PipelineWindow();

    /** Null where {@code messages-maximum} is a number. */
    private final @Nullable AutoWindow auto;

    /** Time at which the application got the message that it is at, by the system's nanoseconds; 0: it is at none. */
    private long handed;

    /** Failure of the last request for messages; null where it did not fail, or has no answer yet. */
    private volatile @Nullable Throwable refused;

    /** Number of messages that the server may still send. Written by the session's thread; deliveries are counted when they are taken. */
    private int asked;

    ClientConsumer(
            ClientSession session,
            long number,
            ClientDestination destination,
            @Nullable String selector,
            boolean noLocal,
            Request.Subscription subscription) {
        this.session = session;
        this.number = number;
        this.destination = destination;
        this.selector = selector == null || selector.isBlank() ? null : selector;
        this.noLocal = noLocal;
        this.subscription = subscription;
        this.auto = connection().settings().auto() ? new AutoWindow() : null;
    }

    private ClientConnection connection() {
        return session.connection();
    }

    void open() throws JMSException {
        connection().add(number, this);
        try {
            Reply unused = connection()
                    .request(new Request.Consume(
                            number,
                            destination.name(),
                            selector,
                            noLocal,
                            connection().origin(),
                            subscription,
                            session.number()));
        } catch (JMSException e) {
            connection().remove(number);
            throw e;
        }
        if (auto != null) {
            PipelineMemory.opened(this);
        }
    }

    /** Called by the server. */
    void delivered(List<Delivery> batch) {
        session.mailbox().put(box, batch);
    }

    /** Throws away what nobody has seen, as it comes again. Returns how many messages that were. */
    int throwAway() {
        return session.mailbox().drain(box).size();
    }

    private void check() throws JMSException {
        session.open();
        if (closed) {
            throw new IllegalStateException("the consumer is closed", "CLOSED");
        }
    }

    // ---- receiving -------------------------------------------------------------------------------------------------

    @Override
    public @Nullable Message receive() throws JMSException {
        return receive(0);
    }

    @Override
    public @Nullable Message receive(long timeout) throws JMSException {
        return receiveNanos(timeout <= 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeout));
    }

    @Override
    public @Nullable Message receiveNoWait() throws JMSException {
        return receiveNanos(0);
    }

    /**
     * Receives a body.
     *
     * <p>Specification: Jakarta Messaging 3.1, JMSConsumer.receiveBody: a message whose body cannot be had as the type stays where the
     * receipt alone would acknowledge it, and is the next one again.
     *
     * @param timeout milliseconds; 0: without end; negative: not at all
     */
    <T> @Nullable T receiveBody(Class<T> type, long timeout) throws JMSException {
        Delivery delivery =
                take(timeout < 0 ? 0 : timeout == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeout));
        if (delivery == null) {
            return null;
        }
        if (!session.acknowledgesByItself()) {
            return body(consume(delivery), type);
        }
        T body;
        try {
            body = body(session.message(delivery), type);
        } catch (JMSException e) {
            session.mailbox().putBack(box, delivery);
            throw e;
        }
        Message unused = consume(delivery);
        return body;
    }

    private static <T> @Nullable T body(Message message, Class<T> type) throws JMSException {
        if (message instanceof TextMessage
                || message instanceof ObjectMessage
                || message instanceof BytesMessage
                || message instanceof MapMessage) {
            return message.getBody(type);
        }
        throw new MessageFormatException(
                "the body of a StreamMessage, or of a message without a body, cannot be received alone; use receive()",
                "CONVERSION");
    }

    private @Nullable Message receiveNanos(long nanos) throws JMSException {
        Delivery delivery = take(nanos);
        return delivery == null ? null : consume(delivery);
    }

    /**
     * Takes a message that the caller has to account for by {@link ClientSession#consumed}.
     *
     * @param millis for which it waits; 0: not at all
     */
    @Nullable
    Delivery next(long millis) throws JMSException {
        Delivery delivery = take(TimeUnit.MILLISECONDS.toNanos(millis));
        if (delivery != null) {
            took(delivery);
        }
        return delivery;
    }

    private Message consume(Delivery delivery) throws JMSException {
        took(delivery);
        session.consumed(delivery);
        session.afterReceive(delivery);
        return session.message(delivery);
    }

    /** Takes account of a message that the application gets now. */
    private void took(Delivery delivery) {
        asked = Math.max(0, asked - 1);
        pipeline.seen(delivery.message().size());
        if (auto != null) {
            auto.seen(delivery.message().size());
            handed = Ticker.system().nanoTime();
        }
    }

    /** Takes account of a message that the application is done with. */
    private void worked() {
        if (auto != null && handed != 0) {
            auto.worked(Ticker.system().nanoTime() - handed);
            handed = 0;
        }
    }

    /**
     * Asks ahead of time for as many messages as are to be on their way, without waiting for the answer, which tells the round trip. A
     * request that is lost is made again by the link, or ends with the connection.
     */
    private void askAhead(AutoWindow window) throws JMSException {
        int most = window.messages(PipelineMemory.share());
        if (asked <= most / 2) {
            int more = most - asked;
            asked = most;
            long begin = Ticker.system().nanoTime();
            var unused = connection()
                    .link()
                    .request(new Request.Credit(number, more))
                    .whenComplete((reply, error) -> {
                        if (error == null) {
                            window.answered(Ticker.system().nanoTime() - begin);
                        }
                    });
        }
    }

    private @Nullable Delivery take(long nanos) throws JMSException {
        check();
        session.synchronous();
        worked();
        session.beforeReceive();
        int window = pipeline.messages(session.synchronousWindow(session.inTransaction()));
        if (auto != null && session.prefetches()) {
            askAhead(auto);
        } else if (session.mailbox().isEmpty(box) && asked == 0) {
            ask(window, nanos);
        }
        Delivery delivery = await(nanos);
        Throwable why = refused;
        if (delivery == null && why != null && !closed && session.isOpen()) {
            asked = 0;
            throw Failures.of(why);
        }
        if (delivery == null && !closed && session.isOpen()) {
            revoke();
            delivery = connection().isRunning() ? session.mailbox().poll(box) : null;
        }
        return delivery;
    }

    /**
     * Asks for messages. Whoever waits for one anyway does not wait for the answer, too: the thread would be woken twice. Who does not wait
     * gets what the server has at once, which comes before the answer.
     */
    private void ask(int more, long nanos) throws JMSException {
        asked = more;
        refused = null;
        CompletableFuture<Reply> answer = connection().link().request(new Request.Credit(number, more));
        if (nanos <= 0) {
            Reply unused = Failures.await(answer);
            return;
        }
        var unused = answer.whenComplete((reply, error) -> {
            if (error != null) {
                refused = error;
                session.mailbox().wake();
            }
        });
    }

    private @Nullable Delivery await(long nanos) throws JMSException {
        try {
            return session.mailbox()
                    .take(
                            box,
                            () -> !closed && session.isOpen() && refused == null,
                            () -> connection().isRunning(),
                            nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.withCause(
                    new JMSException("the thread was interrupted while it received", "INTERRUPTED"), e);
        }
    }

    // ---- listening -------------------------------------------------------------------------------------------------

    @Override
    public @Nullable MessageListener getMessageListener() throws JMSException {
        check();
        return listener;
    }

    @Override
    public void setMessageListener(@Nullable MessageListener next) throws JMSException {
        check();
        if (connection().transactions() != null) {
            throw new IllegalStateException(
                    "setMessageListener is not allowed in an application server (Jakarta EE Platform, 6.7); use a"
                            + " message-driven bean",
                    "CONTAINER");
        }
        listener = next;
        if (next == null) {
            returnUnseen();
            return;
        }
        session.ensureThread();
        resume();
    }

    boolean hasListener() {
        return listener != null && !closed;
    }

    boolean isIdle() {
        return session.mailbox().isEmpty(box);
    }

    /** Delivers one message to the listener, on the session's thread. */
    void listenOnce() {
        MessageListener now = listener;
        try {
            session.beforeReceive();
        } catch (JMSException e) {
            ClientLog.LOG.deliveryFailed(connection().settings().name(), e);
        }
        Delivery delivery = now == null ? null : session.mailbox().poll(box);
        if (now == null || delivery == null) {
            return;
        }
        try {
            took(delivery);
            session.consumed(delivery);
            try {
                now.onMessage(session.message(delivery));
                session.afterReceive(delivery);
            } catch (RuntimeException e) {
                session.failed(delivery, e);
            }
            worked();
            askForMore();
        } catch (JMSException e) {
            ClientLog.LOG.deliveryFailed(connection().settings().name(), e);
        }
    }

    private void askForMore() throws JMSException {
        if (auto != null) {
            if (hasListener()) {
                askAhead(auto);
            }
            return;
        }
        int most = pipeline.messages(connection().settings().window());
        if (hasListener() && asked <= most / 2) {
            int more = most - asked;
            asked = most;
            Reply unused = connection().request(new Request.Credit(number, more));
        }
    }

    /** Gives back what nobody has seen. Nothing comes until {@link #resume}. */
    void returnUnseen() throws JMSException {
        if (closed) {
            return;
        }
        revoke();
        long[] tags = unseen();
        if (tags.length > 0) {
            Reply unused = connection().request(new Request.Return(tags, false));
        }
    }

    private void revoke() throws JMSException {
        Reply unused = connection().request(new Request.Revoke(number));
        asked = 0;
    }

    private long[] unseen() {
        return session.mailbox().drain(box).stream().mapToLong(Delivery::tag).toArray();
    }

    /** Lets messages come to a listener again. */
    void resume() throws JMSException {
        if (hasListener()) {
            askForMore();
        }
    }

    // ---- what it is ------------------------------------------------------------------------------------------------

    @Override
    public @Nullable String getMessageSelector() throws JMSException {
        check();
        return selector;
    }

    @Override
    public Queue getQueue() throws JMSException {
        check();
        if (destination instanceof Queue queue) {
            return queue;
        }
        throw new IllegalStateException("the consumer is of a topic", "ILLEGAL_STATE");
    }

    @Override
    public Topic getTopic() throws JMSException {
        check();
        if (destination instanceof Topic topic) {
            return topic;
        }
        throw new IllegalStateException("the consumer is of a queue", "ILLEGAL_STATE");
    }

    @Override
    public boolean getNoLocal() throws JMSException {
        check();
        return noLocal;
    }

    @Override
    public void close() throws JMSException {
        if (closed) {
            return;
        }
        closed = true;
        if (auto != null) {
            PipelineMemory.closed(this);
        }
        session.wake();
        session.awaitListener();
        session.awaitAcknowledgements();
        session.remove(this);
        try {
            revoke();
            Reply unused = connection().request(new Request.EndConsumer(number, unseen()));
        } finally {
            connection().remove(number);
        }
    }
}
