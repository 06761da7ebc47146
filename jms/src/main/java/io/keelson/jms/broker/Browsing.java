package io.keelson.jms.broker;

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
     * @param messages with their places as tags, once their bodies are there
     * @param last the message with which the page ends; null: there is none
     */
    record Page(
            CompletableFuture<List<Delivery>> messages,
            @Nullable QueuedMessage last) {}

    /**
     * Returns the next page.
     *
     * @param after the last message of the page before; null: it is the first page
     * @param most how many messages at most
     * @param bytes about how many bytes at most, one message at least
     */
    Page page(@Nullable QueuedMessage after, int most, long bytes) {
        List<QueuedMessage> found = new ArrayList<>();
        long left = bytes;
        for (QueuedMessage each : node.queue.readyAfter(after)) {
            if (selector.matches(each.message())) {
                left -= each.size();
                if (left < 0 && !found.isEmpty() || found.size() == most) {
                    break;
                }
                found.add(each);
            }
        }
        QueuedMessage last = found.isEmpty() ? null : found.get(found.size() - 1);
        return new Page(new Bodies(found).whole(), last);
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
