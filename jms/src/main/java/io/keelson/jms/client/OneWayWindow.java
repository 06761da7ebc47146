package io.keelson.jms.client;

/**
 * Decides which sends of a session wait for the server although they are one-way: each after as many messages as the factory says, and each after
 * {@link #BYTES} of them, so that a fast producer of large messages does not fill this process's memory. Not thread-safe: the session's thread has it.
 */
final class OneWayWindow {
    /** How many bytes go without a wait at most; a larger message waits itself. */
    static final int BYTES = 1 << 20;

    private int messages;
    private long bytes;

    /** Returns true if the next message, of this size, may go without waiting. */
    boolean goesOn(int size, int window) {
        messages++;
        bytes += size;
        if (messages < window && bytes < BYTES) {
            return true;
        }
        messages = 0;
        bytes = 0;
        return false;
    }
}
