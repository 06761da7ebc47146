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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Work of operators on the messages of a JMS server: pause, browse, count, delete and move. Thread-safe.
 */
public final class MessageAdministration {
    private static final int LOOK_SECONDS = 1;
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
        CompletableFuture<Browsing.Page> page;
        server.lock.lock();
        try {
            server.requireOpen();
            page = new Browsing(server, queue(name), JmsServer.selector(selector)).page(null, most, bytes);
        } finally {
            server.unlock();
        }
        return whole(page, name).messages().stream().map(Delivery::message).toList();
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
            CompletableFuture<Browsing.Page> asked;
            server.lock.lock();
            try {
                server.requireOpen();
                if (end == 0) { // what comes meanwhile is not shown, so that there is an end
                    end = server.nextUnused();
                    left = queue(name).queue.readyCount();
                }
                asked = new Browsing(server, queue(name), JmsServer.selector(selector))
                        .page(last, BROWSED_TOGETHER, 1 << 20);
            } finally {
                server.unlock();
            }
            Browsing.Page page = whole(asked, name);
            for (Delivery each : page.messages()) {
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

    private Browsing.Page whole(CompletableFuture<Browsing.Page> page, DestinationName name) throws JmsFailure {
        return await(page, "the " + name + " cannot be browsed");
    }

    /** Waits for what is done while the server's lock is not held. */
    private <T> T await(CompletableFuture<T> what, String failed) throws JmsFailure {
        while (true) {
            try {
                return what.get(LOOK_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof JmsFailure known
                        ? known
                        : new JmsFailure(JmsFailure.Code.STORE, failed + ": " + e.getCause(), e);
            } catch (TimeoutException e) {
                if (isClosed()) {
                    throw new JmsFailure(
                            JmsFailure.Code.CLOSED, failed + ": the JMS server " + server.name() + " was closed", e);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new JmsFailure(JmsFailure.Code.CLOSED, failed + ": interrupted", e);
            }
        }
    }

    private boolean isClosed() {
        server.lock.lock();
        try {
            return !server.isOpen();
        } finally {
            server.unlock();
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
            Node node = queue(name);
            if (JmsServer.selector(selector) == Selector.ALL) {
                return node.queue.readyCount() + node.queue.delayedCount();
            }
        } finally {
            server.unlock();
        }
        return sweep(name, selector, (found, next) -> next.run());
    }

    private int sweep(DestinationName name, @Nullable String selector, Sweep.Action action) throws JmsFailure {
        CompletableFuture<Integer> count;
        server.lock.lock();
        try {
            count = new Sweep(server, queue(name), JmsServer.selector(selector), action).begin();
        } finally {
            server.unlock();
        }
        return await(count, "the messages of the " + name + " cannot be gone over");
    }

    /**
     * Deletes messages of a queue that no consumer has.
     *
     * @return how many
     * @throws JmsFailure when there is no such queue or the selector is wrong
     */
    public int delete(DestinationName name, @Nullable String selector) throws JmsFailure {
        Node node;
        CompletableFuture<Integer> away = new CompletableFuture<>();
        server.lock.lock();
        try {
            node = queue(name);
            if (JmsServer.selector(selector) == Selector.ALL) { // nobody has to see what is out of memory
                int messages = node.queue.messagesAway();
                server.touch(node);
                server.remove(new ArrayDeque<>(node.queue.withdrawAway()), () -> {
                    boolean unused = away.complete(messages);
                });
            } else {
                boolean unused = away.complete(0);
            }
        } finally {
            server.unlock();
        }
        int here = sweep(name, selector, (found, next) -> {
            List<Change> changes = new ArrayList<>();
            found.forEach(each -> server.stored.remove(each, changes));
            server.step(node, new QueueEvent.Withdrawn(found));
            server.stored.append(changes);
            next.run();
        });
        return here + await(away, "the messages of the " + name + " cannot be deleted");
    }

    /**
     * Moves messages of a queue that no consumer has to another destination.
     *
     * @return how many
     * @throws JmsFailure when there is no such destination or the selector is wrong
     */
    public int move(DestinationName name, @Nullable String selector, DestinationName to) throws JmsFailure {
        Node from;
        Destination target;
        server.lock.lock();
        try {
            target = server.usable(to);
            from = queue(name);
        } finally {
            server.unlock();
        }
        return sweep(name, selector, (found, next) -> {
            boolean more = from.queue.messagesAway() > 0;
            server.step(from, new QueueEvent.Withdrawn(found));
            server.deliverer.redirectAll(from, new ArrayDeque<>(found), target, more ? next : () -> {});
            if (!more) { // all that there is has left the queue, and follows by itself
                next.run();
            }
        });
    }

    private Node queue(DestinationName name) throws JmsFailure {
        if (name.topic()) {
            throw new JmsFailure(JmsFailure.Code.INVALID_DESTINATION, "the " + name + " keeps no messages itself");
        }
        return server.usable(name).node();
    }
}
