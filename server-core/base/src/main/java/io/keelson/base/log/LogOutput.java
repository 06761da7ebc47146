package io.keelson.base.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.Charset;

/**
 * Destination of a log. Confined to one writer thread.
 *
 * <ol>
 *   <li>{@link #write} MUST write all or, as far as the destination can do that, nothing: it is called again with the same
 *       bytes after a failure.
 *   <li>It MAY block: only this log's writer waits.
 *   <li>It MUST work again as soon as the destination does.
 * </ol>
 */
interface LogOutput extends Closeable {
    /** Writes whole records. */
    void write(byte[] records) throws IOException;

    /** The encoding of the destination. */
    Charset charset();
}
