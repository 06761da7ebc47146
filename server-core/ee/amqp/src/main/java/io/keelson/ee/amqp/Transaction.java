package io.keelson.ee.amqp;

import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages that a transaction of a client sends and has consumed. Confined to the event loop. */
final class Transaction {
    /** The cost of a message beside its bytes. */
    private static final int OVERHEAD = 256;

    private final List<MessageData> sends = new ArrayList<>();
    private final List<Long> taken = new ArrayList<>();
    private long size;
    private @Nullable String failure;

    void sends(MessageData message, int bytes) {
        sends.add(message);
        size += bytes + OVERHEAD;
    }

    /** Returns how much it holds, in bytes. */
    long size() {
        return size;
    }

    /** Lets it be rolled back whatever the client decides. */
    void fail(String why) {
        failure = why;
    }

    /** Returns why it cannot be committed; null: it can. */
    @Nullable
    String failure() {
        return failure;
    }

    void takes(long tag) {
        taken.add(tag);
    }

    long[] tags() {
        return taken.stream().mapToLong(Long::longValue).toArray();
    }

    Request.Commit commit(long timeout) {
        return new Request.Commit(List.copyOf(sends), tags(), timeout);
    }
}
