package io.keelson.websocket.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The connection under a session: bytes both ways without waiting, and threads for the application's code. One thread at a time reads, and
 * one writes; the rest is thread-safe.
 */
public interface Wire {
    /** Returns how many bytes {@link #poll} would give now. */
    int available();

    /**
     * Reads what is there.
     *
     * @return the number of bytes; 0 when nothing is there now; -1 at the end
     * @throws IOException when the connection is broken
     */
    int poll(byte[] target, int offset, int length) throws IOException;

    /** Asks to be told, once, as soon as {@link #poll} would not return 0; at once where that is so already. Must not block. */
    void onReadable(Runnable listener);

    /**
     * Returns true if it takes more without adding to what waits for a slow peer. It is true too, and stays so, when the connection
     * has failed: {@link #write} then says so by an exception.
     */
    boolean writable();

    /** Asks to be told, once, when {@link #writable} is true; at once where it is so already. Must not block. */
    void onWritable(Runnable listener);

    /** Sends; what cannot be sent now is queued. The bytes have been taken when this returns. */
    void write(ByteBuffer data) throws IOException;

    /** Runs work in the application's context, as soon as there is a thread for it. Two pieces may run side by side. */
    void execute(Runnable work);

    /** Says what to do when the connection has ended, in whatever way. Runs once; must not block. */
    void onGone(Runnable listener);

    /** Closes the connection when what was written has been sent. */
    void close();

    /** Closes the connection at once. */
    void abort(@Nullable Throwable cause);

    /** Says that all of the application's code that belongs to the connection has run. Idempotent. */
    void ended();
}
