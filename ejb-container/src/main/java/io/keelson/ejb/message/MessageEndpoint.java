package io.keelson.ejb.message;

import io.keelson.base.thread.Threads;
import io.keelson.ejb.log.EjbLog;
import io.keelson.kernel.spi.resource.EndpointConnections;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Receives messages for a message-driven bean. It begins with one receiver; where the messages of all are being handled another one
 * begins, up to the number of the activation, so that no message waits behind a slow one. Those that get none for half a minute end, but
 * for the last that waits. A message is received in the transaction in which the bean handles it, or acknowledged when the bean has
 * handled it. A receiver only waits for messages: the bean's work manager handles them, up to {@value #MOST_IN_TURN} in a row.
 *
 * <p>Failures in a row are followed by a wait that doubles, up to 10 s, so that a poison message without a redelivery limit does not keep
 * the processor busy. Where destination or provider are away the endpoint tries again every 2 s. Thread-safe; {@code lock} guards the
 * receivers.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 5.4 and 8.6.4; Jakarta Messaging 3.1, chapter 12.
 */
public final class MessageEndpoint {
    private static final long RECEIVE_MILLIS = 1_000;
    private static final long RETRY_MILLIS = 2_000;
    private static final long FIRST_WAIT_MILLIS = 100;
    private static final long LONGEST_WAIT_MILLIS = 10_000;
    private static final long FIRST_CONNECTION_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int ALARM_AFTER = 10;
    private static final int IDLE_ROUNDS = 30;

    /** A message that the work manager does not take is offered again after that time. */
    private static final long FULL_MILLIS = 20;

    /** An execute thread waits for that long for another message, so that a stream of them does not change threads for each. */
    private static final long STAY_MILLIS = 2;

    /** Messages that an execute thread handles before others have their turn. */
    private static final int MOST_IN_TURN = 64;

    private final MessageBean bean;
    private final Activation activation;
    private final TransactionManager manager;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Receiver> receivers = new HashSet<>();
    private int busy;
    private boolean stopped;
    private boolean tried;
    private boolean away;
    private int numbers;

    /** Makes an endpoint that receives nothing yet. */
    public MessageEndpoint(MessageBean bean, Activation activation, TransactionManager manager) {
        this.bean = bean;
        this.activation = activation;
        this.manager = manager;
    }

    /**
     * Begins to receive. Returns when the first receiver is connected, so that a subscription exists then, or has failed to connect, or
     * after 5 s.
     */
    public void start() {
        begin(null);
        lock.lock();
        try {
            long left = FIRST_CONNECTION_NANOS;
            while (!tried && !stopped && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Receives nothing more. Does not wait. */
    public void end() {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Receives nothing more, and waits for the messages that the bean handles. After that time they are interrupted.
     */
    public void stop(long most, TimeUnit unit) {
        end();
        lock.lock();
        try {
            long left = unit.toNanos(most);
            while (!receivers.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
            receivers.forEach(receiver -> receiver.thread.interrupt());
        } catch (InterruptedException e) {
            receivers.forEach(receiver -> receiver.thread.interrupt());
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Adds a receiver, unless there are as many as there may be. */
    private void begin(@Nullable Boolean topic) {
        lock.lock();
        try {
            int most = topic == null ? 1 : activation.most(topic);
            if (!stopped && receivers.size() < most) {
                Receiver receiver = new Receiver(++numbers);
                receivers.add(receiver);
                receiver.thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a receiver that is idle; false where it is the last one that waits. */
    private boolean leave(Receiver receiver) {
        lock.lock();
        try {
            return receivers.size() - busy > 1 && receivers.remove(receiver);
        } finally {
            lock.unlock();
        }
    }

    /** Notes that a message of a receiver is being handled; another one begins where none is left that waits. */
    private void taken(boolean topic) {
        lock.lock();
        try {
            busy++;
            if (busy == receivers.size()) {
                begin(topic);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Notes that a receiver is done with a message. */
    private void done() {
        lock.lock();
        try {
            busy--;
        } finally {
            lock.unlock();
        }
    }

    private void ended(Receiver receiver) {
        lock.lock();
        try {
            receivers.remove(receiver);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void pause(long millis) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (!stopped && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Notes that messages can be received, or cannot; each is said once. */
    private void reachable(@Nullable Throwable why) {
        boolean before;
        lock.lock();
        try {
            before = away;
            away = why != null;
            tried = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (why != null && !before) {
            EjbLog.LOG.noEndpoint(bean.name(), bean.module(), String.valueOf(why.getMessage()));
        } else if (why == null && before) {
            EjbLog.LOG.endpointAgain(bean.name(), bean.module());
        }
    }

    /** One thread with one connection, which waits for messages. */
    private final class Receiver {
        private final Thread thread;
        private int failures;
        private int empty;

        Receiver(int number) {
            this.thread = Threads.daemon("keelson.ejb." + bean.name() + "-" + number, this::run);
        }

        private void run() {
            try {
                while (!isStopped() && !thread.isInterrupted()) {
                    if (!connected()) {
                        return;
                    }
                }
            } finally {
                ended(this);
            }
        }

        /** Receives over one connection; false where this receiver is not needed any more. */
        private boolean connected() {
            try {
                boolean[] needed = {true};
                bean.inModule(() -> needed[0] = overConnection());
                return needed[0];
            } catch (Throwable e) { // whatever it was, it is tried again
                if (!isStopped()) {
                    reachable(e);
                    return waited(RETRY_MILLIS);
                }
                return false;
            }
        }

        private boolean waited(long millis) {
            try {
                pause(millis);
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private boolean overConnection() throws Throwable {
            ConnectionFactory found = (ConnectionFactory) bean.lookup(activation.connectionFactory());
            String client = clientId();
            ConnectionFactory factory = client != null && found instanceof EndpointConnections connections
                    ? (ConnectionFactory) connections.forEndpoint(client)
                    : found;
            Destination destination = (Destination) bean.lookup(activation.destination());
            boolean topic = activation.topic() == null ? destination instanceof Topic : activation.topic();
            try (Connection opened = factory.createConnection()) {
                if (client != null && factory == found) {
                    opened.setClientID(client);
                }
                int mode = bean.transacted() ? Session.AUTO_ACKNOWLEDGE : Session.CLIENT_ACKNOWLEDGE;
                Session session = opened.createSession(false, mode);
                MessageConsumer consumer = consumer(session, destination, topic);
                opened.start();
                reachable(null);
                return received(session, consumer, topic);
            }
        }

        /** A durable subscription of one receiver has one, given or not. */
        private @Nullable String clientId() {
            String given = activation.clientId();
            return given == null && activation.durable() && !activation.shared()
                    ? bean.module() + "." + bean.name()
                    : given;
        }

        private MessageConsumer consumer(Session session, Destination destination, boolean topic) throws JMSException {
            String selector = activation.selector();
            String name = activation.subscription();
            if (!topic || name == null) {
                return session.createConsumer(destination, selector);
            }
            Topic to = (Topic) destination;
            if (activation.durable()) {
                return activation.shared()
                        ? session.createSharedDurableConsumer(to, name, selector)
                        : session.createDurableConsumer(to, name, selector, false);
            }
            return activation.shared()
                    ? session.createSharedConsumer(to, name, selector)
                    : session.createConsumer(destination, selector);
        }

        private boolean received(Session session, MessageConsumer consumer, boolean topic) throws Throwable {
            while (!isStopped()) {
                Message message = next(consumer, RECEIVE_MILLIS);
                empty = message == null ? empty + 1 : 0;
                if (message != null) {
                    handOver(new Turn(session, consumer, topic, message));
                } else if (empty >= IDLE_ROUNDS) {
                    empty = 0;
                    if (leave(this)) {
                        return false;
                    }
                }
            }
            return false;
        }

        /** Lets the bean's work manager handle a message and those behind it, and waits for that. */
        private void handOver(Turn turn) throws Throwable {
            AwaitedWork work = new AwaitedWork(() -> bean.inModule(turn::run));
            turn.begin();
            try {
                while (!bean.offer(work)) {
                    pause(FULL_MILLIS);
                    if (isStopped()) {
                        turn.giveBack();
                        return;
                    }
                }
            } catch (InterruptedException e) {
                turn.giveBack();
                throw e;
            }
            work.await();
            handled(turn);
        }

        private void handled(Turn turn) throws InterruptedException {
            failures = turn.succeeded ? 0 : failures;
            if (!turn.failed) {
                return;
            }
            failures++;
            if (failures == ALARM_AFTER) {
                EjbLog.LOG.messagesFail(bean.name(), bean.module(), failures, String.valueOf(turn.failure));
            }
            long wait = FIRST_WAIT_MILLIS << Math.min(failures - 1, 10);
            pause(failures == 1 ? 0 : Math.min(wait, LONGEST_WAIT_MILLIS));
        }
    }

    /** Receives a message; within a transaction of this thread where the bean asks for it, which is over where there is no message. */
    private @Nullable Message next(MessageConsumer consumer, long millis) throws Exception {
        if (!bean.transacted()) {
            return consumer.receive(millis);
        }
        manager.begin();
        Message message = null;
        try {
            message = consumer.receive(millis);
            return message;
        } finally {
            if (message == null) {
                rollback();
            }
        }
    }

    private void rollback() throws SystemException {
        if (manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
            manager.rollback();
        }
    }

    /**
     * Messages that an execute thread handles one after the other: the first, which a receiver has waited for, and those that follow at
     * once. Ends with the first failure, so that no execute thread waits for the time after it. Used by one thread at a time.
     */
    private final class Turn {
        private final Session session;
        private final MessageConsumer consumer;
        private final boolean topic;
        private final Message first;
        private @Nullable Transaction transaction;
        private boolean succeeded;
        private boolean failed;
        private @Nullable Throwable failure;

        Turn(Session session, MessageConsumer consumer, boolean topic, Message first) {
            this.session = session;
            this.consumer = consumer;
            this.topic = topic;
            this.first = first;
        }

        /** Takes the transaction of the first message from the thread of the receiver. */
        void begin() throws SystemException {
            transaction = bean.transacted() ? manager.suspend() : null;
        }

        /** Leaves the first message to others, on the thread of the receiver. */
        void giveBack() throws Exception {
            if (bean.transacted()) {
                manager.resume(transaction);
                rollback();
            } else {
                session.recover();
            }
        }

        void run() throws Throwable {
            Message message = first;
            for (int left = MOST_IN_TURN; message != null; left--) {
                taken(topic);
                if (!handled(message)) {
                    failed = true;
                    return;
                }
                succeeded = true;
                message = left > 0 && !isStopped() ? next(consumer, STAY_MILLIS) : null;
            }
        }

        /** Lets the bean handle a message; returns false where it is brought again. */
        private boolean handled(Message message) throws Throwable {
            try {
                return bean.transacted() ? inTransaction(message) : acknowledged(message);
            } finally {
                done();
            }
        }

        private boolean inTransaction(Message message) throws Throwable {
            Transaction begun = transaction;
            if (begun != null) {
                transaction = null;
                manager.resume(begun);
            }
            boolean committed = false;
            try {
                delivered(message); // the container has marked the transaction where an exception means that
                if (manager.getStatus() == Status.STATUS_ACTIVE) {
                    manager.commit();
                    committed = true;
                }
            } finally {
                if (!committed) {
                    rollback();
                }
            }
            return committed;
        }

        private boolean acknowledged(Message message) throws JMSException {
            if (delivered(message)) {
                message.acknowledge();
                return true;
            }
            session.recover();
            return false;
        }

        private boolean delivered(Message message) {
            try {
                bean.deliver(message);
                return true;
            } catch (Throwable e) { // it is brought again where that is to be
                failure = e;
                return false;
            }
        }
    }
}
