package io.keelson.http;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A connection to another server, which carries one request at a time (HTTP/1.1, RFC 9112). Confined to its loop.
 *
 * <p>Nothing is queued without a bound: the caller asks {@link #writable} before it writes, and {@link #pause pauses} reading
 * while it cannot take what comes.
 *
 * <p>Specification: RFC 9112, 9.2 Associating a Response to a Request; RFC 9110, 7.6 Message Forwarding.
 */
public interface OutgoingConnection {
    /**
     * Begins a request. Where its length is 0 it is whole with this.
     *
     * @throws IllegalStateException when another is under way, or the connection has been closed
     */
    void send(OutgoingRequest request, Listener listener);

    /**
     * Sends a piece of the body, or of what follows an upgrade. The bytes have been taken when this returns.
     *
     * @throws IllegalStateException when that is more than was announced
     */
    void write(byte[] bytes, int offset, int length);

    /** Ends the request's body. Trailer fields are sent with one in chunks only. */
    void end(HttpHeaders trailers);

    /** Returns whether the request has been sent whole. */
    boolean requestEnded();

    /** Returns whether what is written now goes out soon. */
    boolean writable();

    /**
     * Asks to be told, once, when {@link #writable}. A later question replaces an earlier one. A connection that is closed is never
     * writable again, and the listener hears nothing more: {@link Listener#failed} and {@link #onClosed} tell of the end.
     */
    void onWritable(Runnable listener);

    /** Reads no more than has been read already. */
    void pause();

    /** Reads on. */
    void resume();

    /** After an upgrade: ends this side once all that was written is sent, and goes on reading. */
    void endOutput();

    /** Returns whether another request can be sent now. */
    boolean reusable();

    /** Asks to be told, once, when the connection ends while no request is under way; null for no more. */
    void onClosed(@org.jspecify.annotations.Nullable Runnable listener);

    /**
     * Closes at once; whoever waits for a response hears nothing more, and what of a request that is under way has not been sent never
     * is. Idempotent.
     */
    void close();

    /** Hears the response of one request. After {@link #end}, {@link #failed} or a close it hears nothing more. */
    interface Listener {
        /** An interim response: 100, 103. */
        void interim(int status, HttpHeaders headers);

        /**
         * The head of the response. After status 101 all data is of the new protocol.
         *
         * @param length of the body that follows; -1 where its end will show; 0 for none
         */
        void head(int status, HttpHeaders headers, long length);

        /** A piece of the body; the buffer is valid during the call. */
        void data(ByteBuffer bytes);

        /** The response is whole; after an upgrade: the server has ended its side. */
        void end(HttpHeaders trailers);

        /**
         * The connection broke, or the server did not keep to the protocol; the connection is closed.
         *
         * @param answered whether any byte of the response had come
         */
        void failed(IOException why, boolean answered);
    }
}
