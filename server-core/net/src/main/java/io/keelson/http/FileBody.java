package io.keelson.http;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file that a response has opened to send it, or parts of it. Safe on every thread. Its opener closes it; what has been passed
 * to {@link ResponseWriter#writeFile} before is sent all the same.
 */
public interface FileBody extends Closeable {
    /** Returns how long the file was when it was opened, in bytes. */
    long length();

    /**
     * Reads bytes.
     *
     * @return how many; -1 at the end of the file
     */
    int read(ByteBuffer target, long position) throws IOException;

    /** Ends the opener's use. Idempotent. */
    @Override
    void close();
}
