package io.keelson.jms.client;

/**
 * Number of messages for which a consumer asks at once: the factory's {@code messages-maximum}, fewer where they are large. So the messages
 * that lie here stay bounded in bytes, too. Before a size is known it asks for a few. Not thread-safe: the session's thread has it.
 */
final class PipelineWindow {
    private static final int FIRST = 10;
    private static final int BYTES = 8 << 20;
    private static final int MEMORY = 16;

    private int large;

    /** Notes the size of a message that came. One large message is forgotten slowly. */
    void seen(int size) {
        large = Math.max(size, large - large / MEMORY);
    }

    /** Returns how many to ask for, from 1 to {@code most}. */
    int messages(int most) {
        return Math.min(most, large == 0 ? FIRST : Math.max(1, BYTES / large));
    }
}
