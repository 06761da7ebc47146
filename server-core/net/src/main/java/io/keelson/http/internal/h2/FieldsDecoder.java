package io.keelson.http.internal.h2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;

/**
 * Decodes header blocks with Netty's decoder and passes each field on as it is found, checked by nobody. Names
 * and values that the client's table holds are the same objects each time. Confined to the connection's loop.
 *
 * <p>A block is always decoded to its end, for both sides must keep the same table; a receiver that has enough ignores the
 * rest. A block of {@code n} bytes gives at most {@code n} fields.
 *
 * <p>Specification: RFC 7541, 3 Header Block Decoding; RFC 9113, 4.3 Field Section Compression and Decompression.
 */
public final class FieldsDecoder {
    /** More than any block that {@link FrameReader} lets pass could hold; limits are the receiver's own. */
    private static final long NO_LIMIT = 0xffffffffL;

    private final Sink sink = new Sink();
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, NO_LIMIT) {
        @Override
        protected Http2Headers newHeaders() {
            return sink;
        }
    };

    /** Takes the fields of a block, in order. */
    @FunctionalInterface
    public interface Receiver {
        void field(AsciiString name, AsciiString value);
    }

    /** Decodes a whole block. */
    public void decode(ByteBuf block, Receiver to) throws ConnectionError {
        sink.receiver = to;
        try {
            decoder.decodeHeaders(0, block);
        } catch (Http2Exception e) {
            throw new ConnectionError(ErrorCode.COMPRESSION_ERROR, "A header block cannot be decoded.");
        } finally {
            sink.receiver = Sink.NOBODY;
        }
    }

    /** Netty's decoder adds to a collection of fields; this one has none. */
    private static final class Sink extends DefaultHttp2Headers {
        private static final Receiver NOBODY = (name, value) -> {};

        private Receiver receiver = NOBODY;

        Sink() {
            super(false, 2);
        }

        @Override
        public Http2Headers add(CharSequence name, CharSequence value) {
            receiver.field((AsciiString) name, (AsciiString) value);
            return this;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}
