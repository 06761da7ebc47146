package io.keelson.cluster.membership;

import io.keelson.cluster.membership.Group.Receiver;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Receivers of a channel by topic. Thread-safe. */
public final class TopicReceivers {
    private record Registered(Topic topic, Receiver receiver) {}

    private final AtomicReferenceArray<@Nullable Registered> byNumber = new AtomicReferenceArray<>(Byte.MAX_VALUE + 1);

    /**
     * Registers the receiver of a topic in the place of the one before.
     *
     * @throws IllegalStateException when another topic has the number
     */
    public void put(Topic topic, Receiver receiver) {
        Registered next = new Registered(topic, receiver);
        Registered before = byNumber.getAndUpdate(
                topic.number(), now -> now == null || now.topic().equals(topic) ? next : now);
        if (before != null && !before.topic().equals(topic)) {
            throw new IllegalStateException("topic " + topic.number() + " is '"
                    + before.topic().subject() + "', not '" + topic.subject() + '\'');
        }
    }

    /** Returns the receiver of the topic with that first byte; null where nobody receives it, as for a topic of a newer version. */
    public @Nullable Receiver get(byte code) {
        Registered registered = code < 1 ? null : byNumber.get(code);
        return registered == null ? null : registered.receiver();
    }
}
