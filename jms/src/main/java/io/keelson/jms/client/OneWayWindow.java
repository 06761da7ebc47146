package io.keelson.jms.client;

/**
 * Decides which sends of a session wait for the server although they are one-way: each after as many messages as the factory says, and
 * each after {@link #BYTES} of them, so that a fast producer of large messages does not fill this process's memory. After a send that
 * failed each one waits until one succeeds. Not thread-safe: the session's thread has it.
 */
final class OneWayWindow {
    /** Bytes that go without a wait at most; a larger message waits itself. */
    static final int BYTES = 1 << 20;

    private int messages;
    private long bytes;
    private boolean failing;

    /** Returns true if the next message, of this size, may go without waiting. */
    boolean goesOn(int size, int window) {
        messages++;
        bytes += size;
        if (!failing && messages < window && bytes < BYTES) {
            return true;
        }
        failing = true; // until it is answered
        return false;
    }

    /** The server has answered a send that waited: it has all that went before. */
    void answered() {
        messages = 0;
        bytes = 0;
        failing = false;
    }
}
