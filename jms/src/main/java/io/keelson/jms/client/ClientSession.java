package io.keelson.jms.client;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.XASession;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A session. For one thread at a time, as the specification has it; {@link #close} and what the server calls are safe on every thread.
 * Where it has listeners or asynchronous sends it has a thread of its own, on which all of them run.
 *
 * <p>Specification: Jakarta Messaging 3.1, 6.2 Sessions.
 */
public final class ClientSession implements QueueSession, TopicSession, XASession {
    private final ClientConnection connection;
    private final boolean transacted;
    private final int mode;
    private final boolean xa;
    private final Mailbox mailbox = new Mailbox();
    private final List<ClientConsumer> consumers = new CopyOnWriteArrayList<>();
    private final List<ClientProducer> producers = new CopyOnWriteArrayList<>();
    private final XaBranches branches;

    /** The local transaction. */
    private final Work local = new Work();

    private final SessionThread thread;
    private final SessionSends sends;
    private final Acknowledgements acknowledgements;
    private final Prefetching prefetching;

    /** Names the session within its connection. */
    private final long number;

    private volatile boolean closed;
    private @Nullable MessageListener listener;

    ClientSession(ClientConnection connection, boolean transacted, int mode, boolean xa) {
        this.connection = connection;
        this.transacted = transacted;
        this.mode = mode;
        this.xa = xa;
        this.number = connection.nextSession();
        this.branches = new XaBranches(
                number, request -> Failures.await(connection.link().request(request)), this::branchEnded);
        this.thread = new SessionThread(connection, mailbox, consumers);
        this.sends = new SessionSends(connection, number, thread, mailbox);
        this.acknowledgements = new Acknowledgements(connection, mode);
        this.prefetching = new Prefetching(connection.settings(), transacted);
    }

    ClientConnection connection() {
        return connection;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    void open() throws JMSException {
        if (closed) {
            throw new IllegalStateException("the session is closed", "CLOSED");
        }
    }

    // ---- transactions ----------------------------------------------------------------------------------------------

    /** Returns what the calling thread's transaction has done; null where there is none. */
    private @Nullable Work work() throws JMSException {
        GlobalTransactions global = connection.transactions();
        if (global != null) {
            return global.work(this);
        }
        Work branch = branches.active();
        return branch != null ? branch : transacted ? local : null;
    }

    /** Returns true if the receipt of a message acknowledges it. */
    boolean acknowledgesByItself() throws JMSException {
        return work() == null && mode != Session.CLIENT_ACKNOWLEDGE;
    }

    @Override
    public boolean getTransacted() throws JMSException {
        open();
        return transacted || xa;
    }

    @Override
    public int getAcknowledgeMode() throws JMSException {
        open();
        return xa ? Session.SESSION_TRANSACTED : mode;
    }

    @Override
    public void commit() throws JMSException {
        localOnly("commit");
        if (local.isEmpty()) {
            return;
        }
        try {
            Reply unused = connection.request(new Request.Commit(
                    local.sends(), local.tags(), connection.settings().sendTimeout(), null, number));
            local.clear();
        } catch (JMSException e) {
            giveBack(local.tags());
            local.clear();
            throw e;
        }
    }

    @Override
    public void rollback() throws JMSException {
        localOnly("rollback");
        giveBack(local.tags());
        local.clear();
    }

    private void localOnly(String what) throws JMSException {
        open();
        if (xa) {
            throw new TransactionInProgressException(
                    what + " of a session that takes part in global transactions is the transaction manager's", "XA");
        }
        if (!transacted) {
            throw new IllegalStateException(
                    "the session is not transacted: there is nothing to " + what, "ILLEGAL_STATE");
        }
        notFromCompletion(what);
    }

    @Override
    public void recover() throws JMSException {
        open();
        if (transacted || xa) {
            throw new IllegalStateException("a transacted session is rolled back, not recovered", "ILLEGAL_STATE");
        }
        giveBack(acknowledgements.takeAll());
    }

    /** Gives back what the application has seen, after what it has not, and in between nothing comes. */
    private void giveBack(long[] seen) throws JMSException {
        for (ClientConsumer each : consumers) {
            each.returnUnseen();
        }
        if (seen.length > 0) {
            Reply unused = connection.request(new Request.Return(seen, true));
        }
        for (ClientConsumer each : consumers) {
            each.resume();
        }
    }

    /** Notes that a delivery is the application's now. */
    void consumed(Delivery delivery) throws JMSException {
        Work work = work();
        if (work != null) {
            work.consumed(delivery.tag());
        } else {
            acknowledgements.add(delivery.tag());
        }
    }

    /** Waits while too many acknowledgements are on their way; fails for one that failed, before another message is taken. */
    void beforeReceive() throws JMSException {
        acknowledgements.makeRoom();
    }

    /** Waits until what the session has acknowledged is gone. */
    void settle() throws JMSException {
        acknowledgements.settle();
    }

    /** Waits for acknowledgements that are on their way, whatever becomes of them. */
    void awaitAcknowledgements() {
        acknowledgements.end();
    }

    /** Acknowledges what the application has got, where the mode says so. */
    void afterReceive(Delivery delivery) throws JMSException {
        acknowledgements.received(delivery.message().persistent());
    }

    private void acknowledgeByClient() throws JMSException {
        open();
        acknowledgements.byClient();
    }

    /** Acknowledges by a context. */
    void acknowledgeContext() throws JMSException {
        acknowledgeByClient();
    }

    XaBranches branches() {
        return branches;
    }

    boolean hasBranches() {
        return branches.open();
    }

    private void branchEnded() {
        if (closed) {
            connection.finish();
        }
    }

    @Override
    public Session getSession() {
        return this;
    }

    @Override
    public XAResource getXAResource() {
        return branches;
    }

    // ---- sending ---------------------------------------------------------------------------------------------------

    /**
     * Sends a message, or keeps it for the commit.
     *
     * @param whenDone told on the session's thread; null: the call waits
     */
    void send(MessageData message, @Nullable SendCompletion whenDone) throws JMSException {
        open();
        Work work = work();
        if (work != null) {
            work.sent(message);
            if (whenDone != null) {
                thread.complete(() -> whenDone.done(null));
            }
            return;
        }
        sends.send(message, whenDone);
    }

    long number() {
        return number;
    }

    /** Hears that the server has not taken a one-way message. */
    void refused(JmsFailure why) {
        sends.refused(why);
    }

    /** Hears of an asynchronous send. */
    interface SendCompletion {
        void done(@Nullable JMSException error);
    }

    // ---- the session's thread
    // ----------------------------------------------------------------------------------------

    void ensureThread() {
        thread.ensure();
    }

    /** After a listener has thrown: the message is delivered again, in its order. */
    void failed(Delivery delivery, RuntimeException error) throws JMSException {
        ClientLog.LOG.listenerFailed(connection.settings().name(), error);
        if (mode != Session.CLIENT_ACKNOWLEDGE && acknowledgements.remove(delivery.tag())) {
            giveBack(new long[] {delivery.tag()});
        }
    }

    void wake() {
        mailbox.wake();
    }

    void awaitListener() {
        thread.awaitListener();
    }

    void notFromItsListener(String what) throws JMSException {
        if (thread.isInListener()) {
            throw new IllegalStateException(
                    "a listener cannot " + what + "; it would wait for itself", "ILLEGAL_STATE");
        }
    }

    private void notFromCompletion(String what) throws JMSException {
        if (!sends.allAnswered()) {
            if (thread.isCurrent()) {
                throw new IllegalStateException("a CompletionListener cannot " + what, "ILLEGAL_STATE");
            }
            mailbox.await(() -> sends.allAnswered() && thread.isIdle());
        }
    }

    /** Returns true once a synchronous consumer has begun to prefetch. */
    boolean prefetches() {
        return prefetching.isOn();
    }

    void connectionEnded() {
        closed = true;
        thread.end();
    }

    @Override
    public void close() throws JMSException {
        if (closed) {
            return;
        }
        notFromItsListener("close its session");
        mailbox.await(() -> sends.allAnswered() && (thread.isIdle() || connection.isClosed()));
        closed = true;
        thread.end();
        awaitListener();
        for (ClientConsumer each : consumers) {
            each.close();
        }
        awaitAcknowledgements();
        producers.forEach(ClientProducer::sessionClosed);
        long[] left = LongStream.concat(Arrays.stream(acknowledgements.takeAll()), Arrays.stream(local.tags()))
                .toArray();
        local.clear();
        if (left.length > 0) {
            Reply unused = connection.request(new Request.Return(left, true));
        }
        if (!hasBranches()) {
            connection.remove(this);
        }
        if (!connection.isClosed() || connection.isLent()) {
            var unused = connection.link().request(new Request.EndSession(number));
        }
    }

    boolean isOpen() {
        return !closed;
    }

    void remove(ClientConsumer consumer) {
        consumers.remove(consumer);
    }

    void remove(ClientProducer producer) {
        producers.remove(producer);
    }

    // ---- prefetch --------------------------------------------------------------------------------------------------

    /**
     * Returns how many messages a synchronous consumer asks for.
     *
     * @throws JMSException when prefetch is on and one of its rules is broken
     */
    int synchronousWindow(boolean inTransaction) throws JMSException {
        return prefetching.window(inTransaction, consumers.size());
    }

    boolean inTransaction() throws JMSException {
        return work() != null;
    }

    /** Refuses a synchronous receive where listeners run. */
    void synchronous() throws JMSException {
        open();
        for (ClientConsumer each : consumers) {
            if (each.hasListener()) {
                throw new IllegalStateException(
                        "the session delivers to listeners, so that nobody can receive from it", "ILLEGAL_STATE");
            }
        }
    }

    // ---- messages --------------------------------------------------------------------------------------------------

    /** Makes the message of a delivery. */
    Message message(Delivery delivery) {
        MessageData data = delivery.message();
        ClientMessage message = switch (data.kind()) {
            case NONE -> new ClientMessage();
            case TEXT -> ClientTextMessage.of(data.body());
            case BYTES -> ClientBytesMessage.of(data.body());
            case MAP -> ClientMapMessage.of(data.body());
            case STREAM -> ClientStreamMessage.of(data.body());
            case OBJECT -> new ClientObjectMessage(data.body());
        };
        message.received(delivery, this::acknowledgeByClient);
        return message;
    }

    @Override
    public BytesMessage createBytesMessage() throws JMSException {
        open();
        return new ClientBytesMessage();
    }

    @Override
    public MapMessage createMapMessage() throws JMSException {
        open();
        return new ClientMapMessage();
    }

    @Override
    public Message createMessage() throws JMSException {
        open();
        return new ClientMessage();
    }

    @Override
    public ObjectMessage createObjectMessage() throws JMSException {
        open();
        return new ClientObjectMessage(null);
    }

    @Override
    public ObjectMessage createObjectMessage(@Nullable Serializable object) throws JMSException {
        ObjectMessage message = createObjectMessage();
        message.setObject(object);
        return message;
    }

    @Override
    public StreamMessage createStreamMessage() throws JMSException {
        open();
        return new ClientStreamMessage();
    }

    @Override
    public TextMessage createTextMessage() throws JMSException {
        return createTextMessage(null);
    }

    @Override
    public TextMessage createTextMessage(@Nullable String text) throws JMSException {
        open();
        return new ClientTextMessage(text);
    }

    // ---- producers and consumers
    // -------------------------------------------------------------------------------------

    @Override
    public @Nullable MessageListener getMessageListener() throws JMSException {
        open();
        return listener;
    }

    @Override
    public void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        open();
        throw new JMSException(
                "listeners of sessions are an optional part of Jakarta Messaging that this provider does not have; set the"
                        + " listener of a consumer",
                "NOT_SUPPORTED");
    }

    @Override
    public void run() {
        throw new UnsupportedOperationException(
                "sessions that application servers run are an optional part that this provider does not have");
    }

    private ClientProducer producer(@Nullable Destination destination) throws JMSException {
        open();
        DestinationName to = null;
        if (destination != null) {
            to = ClientDestination.nameOf(destination);
            Reply unused = connection.request(new Request.Check(to));
        }
        ClientProducer made = new ClientProducer(this, destination, to);
        producers.add(made);
        return made;
    }

    @Override
    public MessageProducer createProducer(@Nullable Destination destination) throws JMSException {
        return producer(destination);
    }

    @Override
    public QueueSender createSender(@Nullable Queue queue) throws JMSException {
        return producer(queue);
    }

    @Override
    public TopicPublisher createPublisher(@Nullable Topic topic) throws JMSException {
        return producer(topic);
    }

    private ClientConsumer consumer(
            @Nullable Destination destination,
            @Nullable String selector,
            boolean noLocal,
            Request.Subscription subscription)
            throws JMSException {
        open();
        DestinationName from = ClientDestination.nameOf(destination);
        if (prefetching.isOn()) {
            throw new IllegalStateException(
                    "the session prefetches for its consumer, so that it can have no other; make all consumers before the first"
                            + " receive, or switch prefetch-mode off",
                    "PREFETCH");
        }
        ClientConsumer made = new ClientConsumer(
                this, connection.nextNumber(), ClientDestination.of(from), selector, noLocal, subscription);
        made.open();
        consumers.add(made);
        return made;
    }

    /** Makes the consumer of a container's endpoint. */
    ClientConsumer endpointConsumer(
            DestinationName from, @Nullable String selector, @Nullable String name, boolean durable, boolean shared)
            throws JMSException {
        Request.Subscription subscription =
                name == null ? Request.Subscription.PLAIN : new Request.Subscription(name, durable, shared);
        return consumer(ClientDestination.of(from), selector, false, subscription);
    }

    @Override
    public MessageConsumer createConsumer(@Nullable Destination destination) throws JMSException {
        return consumer(destination, null, false, Request.Subscription.PLAIN);
    }

    @Override
    public MessageConsumer createConsumer(@Nullable Destination destination, @Nullable String selector)
            throws JMSException {
        return consumer(destination, selector, false, Request.Subscription.PLAIN);
    }

    @Override
    public MessageConsumer createConsumer(@Nullable Destination destination, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(destination, selector, noLocal, Request.Subscription.PLAIN);
    }

    @Override
    public QueueReceiver createReceiver(@Nullable Queue queue) throws JMSException {
        return consumer(queue, null, false, Request.Subscription.PLAIN);
    }

    @Override
    public QueueReceiver createReceiver(@Nullable Queue queue, @Nullable String selector) throws JMSException {
        return consumer(queue, selector, false, Request.Subscription.PLAIN);
    }

    @Override
    public TopicSubscriber createSubscriber(@Nullable Topic topic) throws JMSException {
        return consumer(topic, null, false, Request.Subscription.PLAIN);
    }

    @Override
    public TopicSubscriber createSubscriber(@Nullable Topic topic, @Nullable String selector, boolean noLocal)
            throws JMSException {
        return consumer(topic, selector, noLocal, Request.Subscription.PLAIN);
    }

    @Override
    public MessageConsumer createSharedConsumer(@Nullable Topic topic, String name) throws JMSException {
        return createSharedConsumer(topic, name, null);
    }

    @Override
    public MessageConsumer createSharedConsumer(@Nullable Topic topic, String name, @Nullable String selector)
            throws JMSException {
        topics("createSharedConsumer");
        return consumer(topic, selector, false, named(name, false, true));
    }

    private static Request.Subscription named(@Nullable String name, boolean durable, boolean shared)
            throws JMSException {
        if (name == null || name.isBlank()) {
            throw new JMSException("a subscription needs a name", "ILLEGAL_VALUE");
        }
        return new Request.Subscription(name, durable, shared);
    }

    private ClientConsumer durable(@Nullable Topic topic, String name, @Nullable String selector, boolean noLocal)
            throws JMSException {
        topics("createDurableConsumer");
        if (connection.getClientID() == null) {
            Reply unused = connection.request(
                    new Request.Check(ClientDestination.nameOf(topic))); // a wrong topic is said first
            throw new IllegalStateException(
                    "a durable subscription that is not shared needs a client id; set it on the connection or its factory",
                    "ILLEGAL_STATE");
        }
        return consumer(topic, selector, noLocal, named(name, true, false));
    }

    @Override
    public TopicSubscriber createDurableSubscriber(@Nullable Topic topic, String name) throws JMSException {
        return durable(topic, name, null, false);
    }

    @Override
    public TopicSubscriber createDurableSubscriber(
            @Nullable Topic topic, String name, @Nullable String selector, boolean noLocal) throws JMSException {
        return durable(topic, name, selector, noLocal);
    }

    @Override
    public MessageConsumer createDurableConsumer(@Nullable Topic topic, String name) throws JMSException {
        return durable(topic, name, null, false);
    }

    @Override
    public MessageConsumer createDurableConsumer(
            @Nullable Topic topic, String name, @Nullable String selector, boolean noLocal) throws JMSException {
        return durable(topic, name, selector, noLocal);
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(@Nullable Topic topic, String name) throws JMSException {
        return createSharedDurableConsumer(topic, name, null);
    }

    @Override
    public MessageConsumer createSharedDurableConsumer(@Nullable Topic topic, String name, @Nullable String selector)
            throws JMSException {
        topics("createSharedDurableConsumer");
        return consumer(topic, selector, false, named(name, true, true));
    }

    private void topics(String what) throws JMSException {
        open();
        if (connection.domain() == ClientConnection.Domain.QUEUE) {
            throw new IllegalStateException(what + " is not for a QueueSession", "ILLEGAL_STATE");
        }
    }

    private void queues(String what) throws JMSException {
        open();
        if (connection.domain() == ClientConnection.Domain.TOPIC) {
            throw new IllegalStateException(what + " is not for a TopicSession", "ILLEGAL_STATE");
        }
    }

    // ---- destinations ----------------------------------------------------------------------------------------------

    @Override
    public Queue createQueue(@Nullable String name) throws JMSException {
        queues("createQueue");
        return (Queue) ClientDestination.of(DestinationName.queue(required(name)));
    }

    private static String required(@Nullable String name) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new InvalidDestinationException("a destination needs a name", "INVALID_DESTINATION");
        }
        return name;
    }

    @Override
    public Topic createTopic(@Nullable String name) throws JMSException {
        topics("createTopic");
        return (Topic) ClientDestination.of(DestinationName.topic(required(name)));
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue) throws JMSException {
        return createBrowser(queue, null);
    }

    @Override
    public QueueBrowser createBrowser(@Nullable Queue queue, @Nullable String selector) throws JMSException {
        queues("createBrowser");
        ClientBrowser made = new ClientBrowser(this, ClientDestination.nameOf(queue), selector);
        made.check();
        return made;
    }

    @Override
    public TemporaryQueue createTemporaryQueue() throws JMSException {
        queues("createTemporaryQueue");
        return new ClientDestination.TemporaryQueue(temporary(false), connection);
    }

    @Override
    public TemporaryTopic createTemporaryTopic() throws JMSException {
        topics("createTemporaryTopic");
        return new ClientDestination.TemporaryTopic(temporary(true), connection);
    }

    private DestinationName temporary(boolean topic) throws JMSException {
        if (connection.request(new Request.MakeTemporary(topic)) instanceof Reply.Named named) {
            return new DestinationName(topic, named.name());
        }
        throw new JMSException("the server made no temporary destination", "INTERNAL");
    }

    @Override
    public void unsubscribe(@Nullable String name) throws JMSException {
        topics("unsubscribe");
        if (name == null) {
            throw new InvalidDestinationException("a subscription needs a name", "INVALID_DESTINATION");
        }
        Reply unused = connection.request(new Request.Unsubscribe(name));
    }
}
