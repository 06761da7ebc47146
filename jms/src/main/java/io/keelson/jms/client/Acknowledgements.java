package io.keelson.jms.client;

import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that a session has got outside of transactions and has not acknowledged yet. For the thread of the session; any thread may
 * wait for what is on its way.
 *
 * <p>What the session acknowledges by itself goes out at once. With a pipeline the session does not wait for each answer: up to
 * {@code messages-maximum} acknowledgements of persistent messages are on their way. Where one fails, its message comes again, marked, and
 * the next receipt fails before it takes a message. Without a pipeline each answer is waited for.
 *
 * <p>Specification: Jakarta Messaging 3.1, 6.2.10 Message acknowledgment.
 */
final class Acknowledgements {
    /** Number of messages that DUPS_OK_ACKNOWLEDGE leaves without an acknowledgement at most. */
    private static final int MOST = 1_000;

    private final ClientConnection connection;
    private final int mode;
    private final List<Long> tags = new ArrayList<>();
    private final Deque<CompletableFuture<Reply>> unsure = new ArrayDeque<>();

    /** Makes those of a session with an acknowledge mode of {@link Session}. */
    Acknowledgements(ClientConnection connection, int mode) {
        this.connection = connection;
        this.mode = mode;
    }

    /** Notes that the application has got a message. */
    void add(long tag) {
        tags.add(tag);
    }

    /** Removes a message that is given back; returns false where it is acknowledged already. */
    boolean remove(long tag) {
        return tags.remove(tag);
    }

    /** Removes all, to be given back. */
    long[] takeAll() {
        long[] all = tags.stream().mapToLong(Long::longValue).toArray();
        tags.clear();
        return all;
    }

    /**
     * Waits until another message may be received: one acknowledgement less than the pipeline has messages is without an answer.
     *
     * @throws JMSException when one failed; its message comes again
     */
    void makeRoom() throws JMSException {
        settle(most() - 1);
    }

    /**
     * Waits until all acknowledgements are kept.
     *
     * @throws JMSException when one failed; its message comes again
     */
    void settle() throws JMSException {
        settle(0);
    }

    /** Waits for all when a consumer or the session ends. Where one failed, its message comes again, to somebody else. */
    void end() {
        while (!isEmpty()) {
            try {
                settle(0);
            } catch (JMSException e) {
                if (!connection.isClosed()) {
                    ClientLog.LOG.deliveryFailed(connection.settings().name(), e);
                }
            }
        }
    }

    private void settle(int most) throws JMSException {
        for (var next = due(most); next != null; next = due(most)) {
            Reply unused = Failures.await(next);
        }
    }

    /** Takes the oldest one where it has its answer, or where there are more than {@code most}. */
    private synchronized @Nullable CompletableFuture<Reply> due(int most) {
        boolean due =
                unsure.size() > most || !unsure.isEmpty() && unsure.getFirst().isDone();
        return due ? unsure.removeFirst() : null;
    }

    private synchronized void add(CompletableFuture<Reply> reply) {
        unsure.addLast(reply);
    }

    private synchronized boolean isEmpty() {
        return unsure.isEmpty();
    }

    private int most() {
        return Math.min(MOST, connection.settings().window());
    }

    /**
     * Acknowledges what there is after a receipt, where the mode says so.
     *
     * @param persistent whether the message was; then the answer counts
     */
    void received(boolean persistent) throws JMSException {
        if (mode == Session.CLIENT_ACKNOWLEDGE || tags.isEmpty()) {
            return;
        }
        if (mode == Session.DUPS_OK_ACKNOWLEDGE && tags.size() < most()) {
            return;
        }
        var reply = connection.link().request(new Request.Acknowledge(takeAll()));
        if (reply.isCompletedExceptionally() || persistent && most() == 1) {
            Reply unused = Failures.await(reply);
        } else if (persistent) {
            add(reply);
        }
    }

    /** Acknowledges all by the application's wish; does nothing in other modes than CLIENT_ACKNOWLEDGE. */
    void byClient() throws JMSException {
        if (mode == Session.CLIENT_ACKNOWLEDGE && !tags.isEmpty()) {
            Reply unused = Failures.await(connection.link().request(new Request.Acknowledge(takeAll())));
        }
    }
}
