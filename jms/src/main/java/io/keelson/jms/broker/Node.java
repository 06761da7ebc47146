package io.keelson.jms.broker;

import io.keelson.jms.engine.MessageQueue;
import io.keelson.jms.engine.QueuedMessage;
import org.jspecify.annotations.Nullable;

/** A queue of the server: that of a queue or of a subscription. Guarded by the server's lock. */
final class Node {
    /** Names it in the store; what a temporary one has is never stored. */
    final String key;

    final MessageQueue queue;
    final boolean stored;

    /** The destination whose rules count. */
    final Destination destination;

    /** The subscription that it belongs to; null: it is a queue's. */
    final @Nullable Subscription subscription;

    /** Bytes of the node as the server has counted them. */
    long counted;

    /** Bytes of its bodies in memory, as the server has counted them. */
    long countedBodies;

    /** Memory of its messages in memory beside their bodies, as the server has counted it. */
    long countedHeads;

    /** The message whose delivery has the next bodies read; null: none. */
    @Nullable
    QueuedMessage readAheadAt;

    /** True once its subscription or temporary queue has ended. */
    boolean gone;

    Node(String key, Destination destination, @Nullable Subscription subscription, boolean stored) {
        this.key = key;
        this.destination = destination;
        this.subscription = subscription;
        this.stored = stored;
        this.queue = new MessageQueue(destination.rules.queue());
    }
}
