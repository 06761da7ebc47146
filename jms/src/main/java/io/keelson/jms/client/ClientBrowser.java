package io.keelson.jms.client;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at the messages of a queue: those that are there when the enumeration is asked for. */
final class ClientBrowser implements QueueBrowser {
    private final ClientSession session;
    private final DestinationName queue;
    private final @Nullable String selector;
    private boolean closed;

    ClientBrowser(ClientSession session, DestinationName queue, @Nullable String selector) {
        this.session = session;
        this.queue = queue;
        this.selector = selector == null || selector.isBlank() ? null : selector;
    }

    /** Refuses a queue that is not there and a selector that is wrong. */
    void check() throws JMSException {
        List<Message> unused = look();
    }

    private List<Message> look() throws JMSException {
        session.open();
        if (closed) {
            throw new IllegalStateException("the browser is closed", "CLOSED");
        }
        if (session.connection().request(new Request.Browse(queue, selector)) instanceof Reply.Messages seen) {
            return seen.messages().stream().map(session::message).toList();
        }
        return List.of();
    }

    @Override
    public Queue getQueue() throws JMSException {
        session.open();
        return (Queue) ClientDestination.of(queue);
    }

    @Override
    public @Nullable String getMessageSelector() throws JMSException {
        session.open();
        return selector;
    }

    @Override
    public Enumeration<Message> getEnumeration() throws JMSException {
        return Collections.enumeration(look());
    }

    @Override
    public void close() {
        closed = true;
    }
}
