package io.keelson.jms.broker;

import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Reply;
import java.util.concurrent.CompletableFuture;

/** The reply to a request that may take its time. */
record Outcome(CompletableFuture<Reply> reply) {
    void done() {
        boolean unused = reply.complete(Reply.Done.DONE);
    }

    void failed(JmsFailure why) {
        boolean unused = reply.completeExceptionally(why);
    }
}
