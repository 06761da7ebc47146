package io.keelson.jms;

import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.BranchId;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A link for recovery over links to several JMS servers: it finds the branches of all, and decides each where it is. Where one of them
 * cannot be asked nothing is found, so that no branch is taken to be over. Thread-safe.
 */
final class RecoveryLink implements Link {
    private final List<Link> links;
    private final Map<BranchId, Link> places = new ConcurrentHashMap<>();

    /** Over links that end with it, the home first. */
    RecoveryLink(List<Link> links) {
        this.links = List.copyOf(links);
    }

    @Override
    public CompletableFuture<Reply> request(Request request) {
        if (request instanceof Request.InDoubt) {
            return inDoubt();
        } else if (request instanceof Request.Decide decide) {
            return places.getOrDefault(decide.branch(), links.get(0)).request(decide);
        }
        return CompletableFuture.failedFuture(
                new JmsFailure(JmsFailure.Code.PROTOCOL, "recovery makes no requests of this kind: " + request));
    }

    private CompletableFuture<Reply> inDoubt() {
        List<BranchId> all = new ArrayList<>();
        CompletableFuture<Reply> asked = CompletableFuture.completedFuture(Reply.Done.DONE);
        for (Link each : links) {
            asked = asked.thenCompose(before -> each.request(new Request.InDoubt()))
                    .thenApply(reply -> {
                        if (reply instanceof Reply.Branches found) {
                            found.branches().forEach(branch -> places.putIfAbsent(branch, each));
                            all.addAll(found.branches());
                        }
                        return reply;
                    });
        }
        return asked.thenApply(
                last -> new Reply.Branches(all.stream().distinct().toList()));
    }

    @Override
    public void sendOneWay(long sender, List<MessageData> messages) {
        throw new UnsupportedOperationException("recovery sends nothing");
    }

    @Override
    public void close() {
        links.forEach(Link::close);
    }
}
