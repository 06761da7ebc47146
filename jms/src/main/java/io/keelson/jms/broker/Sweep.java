package io.keelson.jms.broker;

import io.keelson.jms.engine.MessageRun;
import io.keelson.jms.engine.QueuedMessage;
import io.keelson.jms.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Goes over the messages of a queue that no consumer has, in order, also over those that are out of memory. Where there are such messages
 * it takes a part of the queue at a time, as many as memory should have. What comes meanwhile is left out. Runs under the server's lock.
 */
final class Sweep {
    private static final int TOGETHER = 1000;

    /** Does something with messages. */
    interface Action {
        /**
         * Does it.
         *
         * @param next goes on with the sweep; called once
         */
        void take(List<QueuedMessage> found, Runnable next);
    }

    private final JmsServer server;
    private final Node node;
    private final Selector selector;
    private final Action action;
    private final CompletableFuture<Integer> count = new CompletableFuture<>();
    private final long end;
    private final int together;
    private @Nullable QueuedMessage last;
    private @Nullable QueuedMessage lastDelayed;
    private int found;

    Sweep(JmsServer server, Node node, Selector selector, Action action) {
        this.server = server;
        this.node = node;
        this.selector = selector;
        this.action = action;
        this.end = server.nextUnused();
        this.together = node.queue.messagesAway() == 0 ? Integer.MAX_VALUE : TOGETHER;
    }

    /** Begins. Returns how many messages the selector has selected, once all is done. */
    CompletableFuture<Integer> begin() {
        next();
        return count;
    }

    private void next() {
        MessageRun away = node.queue.away(last);
        List<QueuedMessage> page = new ArrayList<>();
        for (QueuedMessage each : node.queue.readyAfter(last)) {
            if (page.size() == together || away != null && node.queue.isBehind(each, away)) {
                break;
            }
            last = each;
            add(each, page);
        }
        take(page, away, this::next, this::nextDelayed);
    }

    /** Goes over the messages that wait for their time. */
    private void nextDelayed() {
        MessageRun away = node.queue.delayedAway(lastDelayed);
        List<QueuedMessage> page = new ArrayList<>();
        for (QueuedMessage each : node.queue.delayedAfter(lastDelayed)) {
            if (page.size() == together || away != null && node.queue.isBehind(each, away)) {
                break;
            }
            lastDelayed = each;
            add(each, page);
        }
        take(page, away, this::nextDelayed, () -> {
            boolean unused = count.complete(found);
        });
    }

    private void add(QueuedMessage message, List<QueuedMessage> page) {
        if (message.sequence() < end && selector.matches(message.message())) {
            page.add(message);
        }
    }

    private void take(List<QueuedMessage> page, @Nullable MessageRun away, Runnable next, Runnable done) {
        if (!page.isEmpty()) {
            found += page.size();
            action.take(page, () -> server.later(next));
        } else if (away != null) {
            server.paging.read(node, away, error -> {
                if (error == null) {
                    next.run();
                } else {
                    boolean unused = count.completeExceptionally(error);
                }
            });
        } else {
            done.run();
        }
    }
}
