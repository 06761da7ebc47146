package io.keelson.jms.client;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The part of this JVM's heap that the pipelines of consumers with {@code messages-maximum: auto} share. Thread-safe. A consumer that ended
 * with its connection is forgotten once nobody refers to it.
 */
final class PipelineMemory {
    private static final int PART = 8;
    private static final long MOST = 32L << 20;
    private static final Set<Object> CONSUMERS =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private PipelineMemory() {}

    static void opened(Object consumer) {
        CONSUMERS.add(consumer);
    }

    static void closed(Object consumer) {
        CONSUMERS.remove(consumer);
    }

    /** Returns how many bytes the messages on their way to one consumer may take. */
    static long share() {
        return share(Runtime.getRuntime().maxMemory(), CONSUMERS.size());
    }

    /** Returns the same for a heap and a number of consumers. */
    static long share(long heap, int consumers) {
        return Math.min(MOST, heap / PART / Math.max(1, consumers));
    }
}
