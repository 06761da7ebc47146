package io.keelson.jms.broker;

import io.keelson.jms.engine.QueueEvent;
import io.keelson.jms.engine.QueuedMessage;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.selector.Selector;
import io.keelson.jms.store.MessageStore.Change;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Work of operators on the messages of a JMS server: pause, browse, count, delete and move. Thread-safe.
 */
public final class MessageAdministration {
    private static final int BROWSE_SECONDS = 60;
    private static final int BROWSED_TOGETHER = 1000;

    private final JmsServer server;

    MessageAdministration(JmsServer server) {
        this.server = server;
    }

    /**
     * Ends production or consumption for a while, or lets it go on.
     *
     * @param production null: as it is
     * @param consumption null: as it is
     * @throws JmsFailure when there is no such destination
     */
    public void pause(DestinationName name, @Nullable Boolean production, @Nullable Boolean consumption)
            throws JmsFailure {
        server.lock.lock();
        try {
            Destination destination = server.usable(name);
            if (production != null) {
                destination.productionPaused = production;
            }
            if (consumption != null) {
                for (Node each : destination.nodes) {
                    server.step(each, new QueueEvent.Paused(consumption));
                }
            }
        } finally {
            server.unlock();
        }
    }

    /**
     * Returns messages of a queue that are ready, in order. Waits for bodies that are not in memory.
     *
     * @param most how many at most
     * @param bytes about how many bytes of them at most, one message at least
     * @throws JmsFailure when there is no such queue or the selector is wrong
     */
    public List<MessageData> browse(DestinationName name, @Nullable String selector, int most, long bytes)
            throws JmsFailure {
        Browsing.Page page;
        server.lock.lock();
        try {
            server.requireOpen();
            page = new Browsing(server, queue(name), JmsServer.selector(selector)).page(null, most, bytes);
        } finally {
            server.unlock();
        }
        return bodies(page, name).stream().map(Delivery::message).toList();
    }

    /**
     * Shows all messages of a queue that are ready, in order, a page at a time. Waits for bodies that are not in memory.
     *
     * @param <E> what the receiver may throw
     * @throws JmsFailure when there is no such queue or the selector is wrong
     * @throws E when the receiver does
     */
    public <E extends Exception> void browseAll(DestinationName name, @Nullable String selector, Receiver<E> receiver)
            throws JmsFailure, E {
        QueuedMessage last = null;
        long end = 0;
        int left = 0;
        do {
            Browsing.Page page;
            server.lock.lock();
            try {
                server.requireOpen();
                if (end == 0) { // what comes meanwhile is not shown, so that there is an end
                    end = server.nextUnused();
                    left = queue(name).queue.readyCount();
                }
                page = new Browsing(server, queue(name), JmsServer.selector(selector))
                        .page(last, BROWSED_TOGETHER, 1 << 20);
            } finally {
                server.unlock();
            }
            for (Delivery each : bodies(page, name)) {
                if (each.tag() < end) {
                    receiver.take(each.message());
                    left--;
                }
            }
            last = page.last();
        } while (last != null && left > 0);
    }

    /** Takes messages. */
    public interface Receiver<E extends Exception> {
        /** Takes one. */
        void take(MessageData message) throws E;
    }

    private static List<Delivery> bodies(Browsing.Page page, DestinationName name) throws JmsFailure {
        try {
            return page.messages().get(BROWSE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof JmsFailure known
                    ? known
                    : new JmsFailure(JmsFailure.Code.STORE, "the " + name + " cannot be browsed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new JmsFailure(
                    JmsFailure.Code.STORE,
                    "the bodies of the " + name + " were not read within " + BROWSE_SECONDS + " s; is the disk busy?",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JmsFailure(JmsFailure.Code.CLOSED, "interrupted while the " + name + " was browsed", e);
        }
    }

    /**
     * Returns how many messages of a queue no consumer has.
     *
     * @throws JmsFailure when there is no such queue or the selector is wrong
     */
    public int count(DestinationName name, @Nullable String selector) throws JmsFailure {
        server.lock.lock();
        try {
            return selected(name, selector).size();
        } finally {
            server.unlock();
        }
    }

    /**
     * Deletes messages of a queue that no consumer has.
     *
     * @return how many
     * @throws JmsFailure when there is no such queue or the selector is wrong
     */
    public int delete(DestinationName name, @Nullable String selector) throws JmsFailure {
        server.lock.lock();
        try {
            List<QueuedMessage> gone = selected(name, selector);
            List<Change> changes = new ArrayList<>();
            gone.forEach(each -> server.stored.remove(each, changes));
            server.step(queue(name), new QueueEvent.Withdrawn(gone));
            server.stored.append(changes);
            return gone.size();
        } finally {
            server.unlock();
        }
    }

    /**
     * Moves messages of a queue that no consumer has to another destination.
     *
     * @return how many
     * @throws JmsFailure when there is no such destination or the selector is wrong
     */
    public int move(DestinationName name, @Nullable String selector, DestinationName to) throws JmsFailure {
        server.lock.lock();
        try {
            Destination target = server.usable(to);
            List<QueuedMessage> moved = selected(name, selector);
            Node from = queue(name);
            server.step(from, new QueueEvent.Withdrawn(moved));
            int count = moved.size();
            server.deliverer.redirectAll(from, new ArrayDeque<>(moved), target);
            return count;
        } finally {
            server.unlock();
        }
    }

    private List<QueuedMessage> selected(DestinationName name, @Nullable String selector) throws JmsFailure {
        Selector wanted = JmsServer.selector(selector);
        Node node = queue(name);
        List<QueuedMessage> all = new ArrayList<>(node.queue.ready());
        all.addAll(node.queue.delayed());
        all.removeIf(each -> !wanted.matches(each.message()));
        return all;
    }

    private Node queue(DestinationName name) throws JmsFailure {
        if (name.topic()) {
            throw new JmsFailure(JmsFailure.Code.INVALID_DESTINATION, "the " + name + " keeps no messages itself");
        }
        return server.usable(name).node();
    }
}
