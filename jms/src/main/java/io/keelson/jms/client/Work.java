package io.keelson.jms.client;

import io.keelson.jms.message.MessageData;
import java.util.ArrayList;
import java.util.List;

/** Messages that a transaction has sent and consumed so far. For one thread at a time. */
public final class Work {
    private List<MessageData> sends = new ArrayList<>();
    private List<Long> tags = new ArrayList<>();

    /** Begins with nothing. */
    Work() {}

    void sent(MessageData message) {
        sends.add(message);
    }

    void consumed(long tag) {
        tags.add(tag);
    }

    boolean isEmpty() {
        return sends.isEmpty() && tags.isEmpty();
    }

    List<MessageData> sends() {
        return sends;
    }

    long[] tags() {
        return tags.stream().mapToLong(Long::longValue).toArray();
    }

    void clear() {
        sends = new ArrayList<>();
        tags = new ArrayList<>();
    }
}
