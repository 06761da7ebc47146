package io.keelson.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The response of an exchange. The head is sent with the first byte of the body, or at {@link #complete} or
 * {@link #flush}; from then on the response is committed and status and headers are read-only.
 *
 * <p>Framing is decided here: a {@code Content-Length} that was set is kept to; otherwise a response that is complete
 * with its first write gets its length, and any other is chunked (HTTP/1.1) or ends with the connection (HTTP/1.0).
 * {@code Date} and {@code Connection} are set here; bodies of HEAD, 1xx, 204 and 304 are swallowed.
 *
 * <p>Specification: RFC 9110, 6.1 Framing and Completeness.
 */
public interface ResponseWriter {
    /** The status; 200 until set. */
    int status();

    /** Sets the status, 200 to 999. No effect when committed. */
    void status(int status);

    /** The header fields; read-only when committed. */
    HttpHeaders headers();

    /** Returns whether the head has been sent. */
    boolean committed();

    /**
     * Writes bytes from {@code data}'s position to its limit. The bytes have been taken when the method returns, so the
     * buffer may be reused. When the peer does not read fast enough the calling thread, if it is not a muxer's, is parked
     * until it does.
     *
     * @param last whether these are the last bytes; the exchange then ends as with {@link #complete}
     * @throws IOException when the connection is gone, the peer did not read within the channel's
     *     {@code write-timeout}, or more bytes are written than {@code Content-Length} said
     */
    void write(ByteBuffer data, boolean last) throws IOException;

    /**
     * Opens a file in the way that this response's connection sends best. Blocks, so not for a muxer thread.
     *
     * @param file not followed where its last step is a symbolic link
     * @throws IOException when there is no such file, or it may not be read
     */
    default FileBody openFile(Path file) throws IOException {
        return CopiedFile.open(file);
    }

    /**
     * Writes a part of a file that {@link #openFile} of this response has opened, without copying it through the heap where
     * the connection allows that. The caller may close it when this returns. Parks as {@link #write}; with {@code last} it
     * does not wait until the file has been sent, unless the response changes it on the way (compression).
     *
     * <p>A file that has become shorter meanwhile breaks the connection (or stream) off, since what was announced cannot be sent.
     *
     * @throws IOException as {@link #write}, and when the file cannot be read
     */
    default void writeFile(FileBody file, long position, long count, boolean last) throws IOException {
        CopiedFile.write(this, file, position, count, last);
    }

    /** Sends what has been written so far, the head too. Parks as {@link #write}. */
    void flush() throws IOException;

    /**
     * Returns true if a write now would not park and would not add to what waits above the high-water mark. It is true too, and
     * stays so, when the connection has failed: the write then says so by an exception.
     */
    boolean writable();

    /**
     * Asks to be told, once, when {@link #writable} is true. The listener runs on a muxer thread, or at once on the caller's; it
     * must not block.
     */
    void onWritable(Runnable listener);

    /** Like {@link #write} but never parks: what cannot be sent now is queued. For callers that ask {@link #writable}. */
    void writeNow(ByteBuffer data, boolean last) throws IOException;

    /** Trailer fields, asked for at the end of a chunked response. Set before the response is committed. */
    void trailers(@Nullable Supplier<HttpHeaders> trailers);

    /** Sends an interim response (103) with the given fields. No effect in HTTP/1.0 or when committed. */
    void interim(int status, HttpHeaders fields) throws IOException;

    /** Ends the response; what was not sent is sent. Does not park. Idempotent. */
    void complete();

    /**
     * Switches the connection to another protocol: sends 101 with the headers set so far and then gives the raw bytes both
     * ways. HTTP/1.1 only, before the response is committed.
     *
     * @throws IllegalStateException when the exchange cannot be upgraded
     */
    Upgraded upgrade();

    /** Overrides the channel's {@code write-timeout} for this response. */
    void writeTimeout(Duration timeout);

    /** Bytes of body that have been written so far. */
    long bytesWritten();

    /** A connection after {@link #upgrade}: {@link RequestBody} reads what arrives, this writer writes raw bytes. */
    interface Upgraded {
        /** Returns what the peer sends, until it closes its side. */
        RequestBody input();

        /** Raw output: {@link ResponseWriter#write}, {@link ResponseWriter#flush} and so on without any framing. */
        ResponseWriter output();

        /** Closes the connection when what was written has been sent. */
        void close();
    }
}
