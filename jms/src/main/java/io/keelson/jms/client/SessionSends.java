package io.keelson.jms.client;

import io.keelson.jms.client.ClientSession.SendCompletion;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sends of a session outside of transactions: with an answer that the caller waits for, with one that a listener hears of, or one way.
 * For the thread of the session, but for what the server calls.
 *
 * <p>Specification: Jakarta Messaging 3.1, 7.3 Asynchronous send. One-way sends are this server's own.
 */
final class SessionSends {
    private final ClientConnection connection;
    private final long session;
    private final SessionThread thread;
    private final Mailbox mailbox;

    /** Asynchronous sends without an answer yet. */
    private final AtomicInteger unanswered = new AtomicInteger();

    /** Sends since the last for which the session waited. */
    private final OneWayWindow oneWays = new OneWayWindow();

    private final AtomicInteger refusals = new AtomicInteger();

    /** Failure for which one-way messages were not taken; null: all were, or it was reported. */
    private volatile @Nullable JmsFailure refusal;

    SessionSends(ClientConnection connection, long session, SessionThread thread, Mailbox mailbox) {
        this.connection = connection;
        this.session = session;
        this.thread = thread;
        this.mailbox = mailbox;
    }

    /**
     * Sends a message.
     *
     * @param whenDone told on the session's thread; null: the call waits
     */
    void send(MessageData message, @Nullable SendCompletion whenDone) throws JMSException {
        FactorySettings settings = connection.settings();
        boolean oneWay = !message.persistent()
                && (message.destination().topic() ? settings.oneWayTopics() : settings.oneWayQueues());
        if (oneWay) {
            failRefused();
        }
        if (whenDone == null && oneWay && oneWays.goesOn(message.size(), settings.oneWayWindow())) {
            connection.link().sendOneWay(session, List.of(message));
            return;
        }
        var reply =
                connection.link().request(new Request.Send(List.of(message), settings.sendTimeout(), null, session));
        if (whenDone == null) {
            Reply unused = Failures.await(reply);
            if (oneWay) {
                oneWays.answered();
                failRefused();
            }
            return;
        }
        unanswered.incrementAndGet();
        var unused = reply.whenComplete((done, error) -> {
            thread.complete(() -> whenDone.done(error == null ? null : Failures.of(error)));
            unanswered.decrementAndGet();
            mailbox.wake();
        });
    }

    /** Returns true if each asynchronous send has its answer. */
    boolean allAnswered() {
        return unanswered.get() == 0;
    }

    /** Hears that the server has not taken a one-way message. */
    void refused(JmsFailure why) {
        if (refusals.getAndIncrement() == 0) {
            refusal = why;
        }
    }

    /** Says that one-way messages were refused, if any were and that was not said. */
    private void failRefused() throws JMSException {
        JmsFailure why = refusal;
        if (why == null) {
            return;
        }
        refusal = null;
        int count = refusals.getAndSet(0);
        throw Failures.of(new JmsFailure(
                why.code(),
                (count == 1
                                ? "a one-way message of this session was"
                                : count + " one-way messages of this session were")
                        + " not taken: " + why.getMessage(),
                why));
    }
}
