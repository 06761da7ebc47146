package io.keelson.jms.client;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.Enumeration;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Looks at the messages of a queue, those that come while it looks included. */
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
        List<Delivery> unused = page(0);
    }

    private List<Delivery> page(long after) throws JMSException {
        session.open();
        if (closed) {
            throw new IllegalStateException("the browser is closed", "CLOSED");
        }
        if (session.connection().request(new Request.Browse(queue, selector, after)) instanceof Reply.Messages seen) {
            return seen.messages();
        }
        return List.of();
    }

    /** Gets the messages a page at a time, the next one with the last message of the one before. */
    private final class Pages implements Enumeration<Message> {
        private List<Delivery> page;
        private int next;

        Pages(List<Delivery> first) {
            page = first;
        }

        @Override
        public boolean hasMoreElements() {
            return next < page.size();
        }

        @Override
        public Message nextElement() {
            if (!hasMoreElements()) {
                throw new NoSuchElementException("the browser has shown all messages");
            }
            Delivery seen = page.get(next++);
            Delivery shown = new Delivery(0, seen.message(), seen.deliveries(), seen.redelivered());
            if (next == page.size()) {
                page = after(seen.tag());
                next = 0;
            }
            return session.message(shown);
        }

        private List<Delivery> after(long tag) {
            try {
                return page(tag);
            } catch (JMSException e) {
                throw Failures.unchecked(e); // an enumeration declares no exception
            }
        }
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
        session.settle();
        return new Pages(page(0));
    }

    @Override
    public void close() {
        closed = true;
    }
}
