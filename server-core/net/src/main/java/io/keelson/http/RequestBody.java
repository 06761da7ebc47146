package io.keelson.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request: a bounded queue between the muxer, which fills it and stops reading the socket above its mark,
 * and one consumer.
 *
 * <p>The first attempt to read sends {@code 100 Continue} where the client waits for it. A client that sends too slowly
 * or breaks off makes the read fail with an {@link IOException}.
 *
 * <p>Specification: RFC 9110, 6.4 Content; RFC 9110, 10.1.1 Expect.
 */
public interface RequestBody {
    /** The length that the head announced in bytes; -1 where it is not known; 0 where there is no body. */
    long length();

    /**
     * Reads what is there, waiting until there is something. Parks the calling thread, which must not be a muxer's.
     *
     * @return the number of bytes, at least 1; -1 at the end of the body
     * @throws IOException when the body cannot be had: broken off, too large, too slow, malformed
     */
    int read(byte[] target, int offset, int length) throws IOException;

    /**
     * Reads what is there, without waiting.
     *
     * @return the number of bytes; 0 when nothing is there now; -1 at the end
     * @throws IOException as {@link #read}
     */
    int poll(byte[] target, int offset, int length) throws IOException;

    /** Returns how many bytes {@link #poll} would give now without waiting. */
    int available();

    /** Returns whether everything has been consumed. */
    boolean finished();

    /**
     * Asks to be told, once, as soon as {@link #poll} would not return 0 (data, end or failure). The listener runs on a
     * muxer thread, or at once on the caller's when that is so already; it must not block.
     */
    void onReadable(Runnable listener);

    /** The trailer fields; empty until {@link #finished}, and where the body had none. */
    HttpHeaders trailers();

    /** The largest body that is accepted, in bytes; -1 for no limit. May be set before the first read. */
    void limit(long bytes);

    /** Returns why the body broke off; null while it has not. */
    @Nullable
    IOException failure();
}
