package io.keelson.jms.client;

import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/**
 * Deliveries that a session has got outside of transactions and has not acknowledged yet. For the thread of the session.
 *
 * <p>Specification: Jakarta Messaging 3.1, 6.2.10 Message acknowledgment.
 */
final class Acknowledgements {
    /** Number of messages that DUPS_OK_ACKNOWLEDGE leaves without an acknowledgement at most. */
    private static final int MOST = 1_000;

    private final ClientConnection connection;
    private final int mode;
    private final List<Long> tags = new ArrayList<>();

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
     * Acknowledges what there is after a receipt, where the mode says so.
     *
     * @param persistent whether the message was; then the answer is waited for
     */
    void received(boolean persistent) throws JMSException {
        if (mode == Session.CLIENT_ACKNOWLEDGE || tags.isEmpty()) {
            return;
        }
        if (mode == Session.DUPS_OK_ACKNOWLEDGE
                && tags.size() < Math.min(MOST, connection.settings().window())) {
            return;
        }
        acknowledge(persistent);
    }

    /** Acknowledges all by the application's wish; does nothing in other modes than CLIENT_ACKNOWLEDGE. */
    void byClient() throws JMSException {
        if (mode == Session.CLIENT_ACKNOWLEDGE && !tags.isEmpty()) {
            acknowledge(true);
        }
    }

    private void acknowledge(boolean sure) throws JMSException {
        var reply = connection.link().request(new Request.Acknowledge(takeAll()));
        if (sure || reply.isCompletedExceptionally()) {
            Reply unused = Failures.await(reply);
        }
    }
}
