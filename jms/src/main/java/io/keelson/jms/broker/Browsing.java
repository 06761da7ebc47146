package io.keelson.jms.broker;

import io.keelson.jms.engine.MessageRun;
import io.keelson.jms.engine.QueuedMessage;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.selector.Selector;
import io.keelson.jms.wire.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Looks at the messages of a queue that are ready, a page at a time. Runs under the server's lock. */
final class Browsing {
    private final JmsServer server;
    private final Node node;
    private final Selector selector;

    Browsing(JmsServer server, Node node, Selector selector) {
        this.server = server;
        this.node = node;
        this.selector = selector;
    }

    /**
     * A page of a queue.
     *
     * @param messages with their places as tags
     * @param last the message with which the page ends; null: there is none
     */
    record Page(List<Delivery> messages, @Nullable QueuedMessage last) {}

    /**
     * Returns the next page, once its messages and their bodies are there.
     *
     * @param after the last message of the page before; null: it is the first page
     * @param most how many messages at most
     * @param bytes about how many bytes at most, one message at least
     */
    CompletableFuture<Page> page(@Nullable QueuedMessage after, int most, long bytes) {
        CompletableFuture<Page> page = new CompletableFuture<>();
        find(after, most, bytes, page);
        return page;
    }

    private void find(@Nullable QueuedMessage after, int most, long bytes, CompletableFuture<Page> page) {
        MessageRun away = node.queue.away(after);
        QueuedMessage at = after;
        List<QueuedMessage> found = new ArrayList<>();
        long left = bytes;
        for (QueuedMessage each : node.queue.readyAfter(after)) {
            if (away != null && node.queue.isBehind(each, away)) {
                break;
            }
            if (selector.matches(each.message())) {
                left -= each.size();
                if (left < 0 && !found.isEmpty() || found.size() == most) {
                    break;
                }
                found.add(each);
            }
            at = each;
        }
        if (found.isEmpty() && away != null) {
            QueuedMessage next = at;
            server.paging.read(node, away, error -> {
                if (error == null) {
                    find(next, most, bytes, page);
                } else {
                    boolean unused = page.completeExceptionally(error);
                }
            });
            return;
        }
        QueuedMessage last = found.isEmpty() ? null : found.get(found.size() - 1);
        var unusedFuture = new Bodies(found).whole().whenComplete((seen, error) -> {
            boolean unused = error == null ? page.complete(new Page(seen, last)) : page.completeExceptionally(error);
        });
    }

    /** Messages of which some wait for their bodies. */
    private final class Bodies {
        private final @Nullable Delivery[] seen;
        private final CompletableFuture<List<Delivery>> whole = new CompletableFuture<>();
        private int missing = 1;

        Bodies(List<QueuedMessage> found) {
            seen = new Delivery[found.size()];
            for (int i = 0; i < seen.length; i++) {
                QueuedMessage each = found.get(i);
                MessageData message = each.message();
                int at = i;
                if (!each.paged()) {
                    seen[i] = delivery(each, message);
                    continue;
                }
                missing++;
                server.paging.peek(
                        each,
                        body -> {
                            if (body != null) { // else it is gone: somebody has consumed it
                                seen[at] = delivery(each, message.withBody(body));
                            }
                            oneLess();
                        },
                        whole::completeExceptionally);
            }
            oneLess();
        }

        private static Delivery delivery(QueuedMessage queued, MessageData message) {
            return new Delivery(queued.sequence(), message, queued.deliveries(), queued.redelivered());
        }

        private void oneLess() {
            if (--missing == 0) {
                List<Delivery> there = new ArrayList<>(seen.length);
                for (Delivery each : seen) {
                    if (each != null) {
                        there.add(each);
                    }
                }
                boolean unused = whole.complete(there);
            }
        }

        CompletableFuture<List<Delivery>> whole() {
            return whole;
        }
    }
}
