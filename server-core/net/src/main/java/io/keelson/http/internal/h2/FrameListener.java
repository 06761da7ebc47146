package io.keelson.http.internal.h2;

import io.netty.buffer.ByteBuf;

/**
 * Receiver of the frames that {@link FrameReader} found, in the order of the bytes. Payloads were checked as far as a frame can be by
 * itself: sizes, padding, and which frames are of a stream and which of the connection. Called on the event loop.
 *
 * <p>Specification: RFC 9113, 6 Frame Definitions.
 */
public interface FrameListener {
    /**
     * A DATA frame begins.
     *
     * @param length its payload with the padding, which is what the windows count
     */
    void dataStarts(int stream, int length) throws ConnectionError;

    /** Bytes of the DATA frame that has begun; the receiver releases them. */
    void data(ByteBuf bytes) throws ConnectionError;

    /**
     * The DATA frame has come whole.
     *
     * @param padding how much of it was padding
     */
    void dataEnds(int padding, boolean endOfStream) throws ConnectionError;

    /**
     * A header block has come whole.
     *
     * @param block the fields in their compressed form; valid during the call only
     * @param dependency the stream that the priority names; -1 where there is none
     */
    void headers(int stream, ByteBuf block, boolean endOfStream, int dependency) throws ConnectionError;

    /** A PRIORITY frame, whose length may be wrong. */
    void priority(int stream, int dependency, boolean wellFormed) throws ConnectionError;

    void reset(int stream, long code) throws ConnectionError;

    /** Settings, six bytes each. */
    void settings(ByteBuf payload) throws ConnectionError;

    void settingsAcknowledged() throws ConnectionError;

    void ping(long content, boolean acknowledgement) throws ConnectionError;

    void goAway() throws ConnectionError;

    /** More window; 0 for the connection's. The increment may be 0, which is an error. */
    void windowUpdate(int stream, int increment) throws ConnectionError;

    /** A frame of a type that is not known, which is ignored. */
    void unknown() throws ConnectionError;
}
