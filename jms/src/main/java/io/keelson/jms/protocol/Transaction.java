package io.keelson.jms.protocol;

import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages that a transaction of a client sends, has consumed and has refused. Confined to the event loop. */
public final class Transaction {
    /** The cost of a message beside its bytes. */
    private static final int OVERHEAD = 256;

    private final List<MessageData> sends = new ArrayList<>();
    private final List<Long> taken = new ArrayList<>();
    private final List<Long> refused = new ArrayList<>();
    private long size;
    private @Nullable String failure;

    Transaction() {}

    /** Adds a message to be sent. */
    public void sends(MessageData message, int bytes) {
        sends.add(message);
        size += bytes + OVERHEAD;
    }

    /** Returns how much it holds, in bytes. */
    long size() {
        return size;
    }

    /** Lets it be rolled back whatever the client decides. */
    public void fail(String why) {
        failure = why;
    }

    /** Returns why it cannot be committed; null: it can. */
    public @Nullable String failure() {
        return failure;
    }

    /** Adds a delivery that it consumes. */
    public void takes(long tag) {
        taken.add(tag);
    }

    /** Adds a delivery that goes back when it is committed. */
    public void refuses(long tag) {
        refused.add(tag);
    }

    /** Returns the deliveries that it consumes. */
    public long[] tags() {
        return array(taken);
    }

    /** Returns the deliveries that go back. */
    public long[] refused() {
        return array(refused);
    }

    private static long[] array(List<Long> of) {
        return of.stream().mapToLong(Long::longValue).toArray();
    }

    /** Returns the request that sends and consumes all of it, or nothing. */
    public Request.Commit commit(long timeout) {
        return new Request.Commit(List.copyOf(sends), tags(), timeout);
    }
}
