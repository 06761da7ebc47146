package io.keelson.remoting.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/** Cuts what is received into frames, however it arrives. */
final class FrameReader {
    private final Handler handler;
    private final ByteBufAllocator allocator;
    private int magicLeft;
    private int mostInFrame = Frames.MOST_IN_HANDSHAKE;
    private @Nullable ByteBuf received;
    private boolean closed;

    /** Takes frames. */
    interface Handler {
        /**
         * A whole frame.
         *
         * @param type null for one that is not known and may be skipped
         * @param payload of this call only, unless it is retained
         */
        void frame(@Nullable FrameType type, int flags, int id, ByteBuf payload) throws ProtocolException;
    }

    /**
     * Reads for one connection.
     *
     * @param magic whether the peer says first that it speaks this protocol
     */
    FrameReader(boolean magic, ByteBufAllocator allocator, Handler handler) {
        this.handler = handler;
        this.allocator = allocator;
        this.magicLeft = magic ? Frames.MAGIC.length : 0;
    }

    /** How long the payload of a frame may be from now on. */
    void mostInFrame(int most) {
        mostInFrame = most;
    }

    /** Takes what has been received and releases it. */
    void read(ByteBuf in) throws ProtocolException {
        if (closed) {
            in.release();
            return;
        }
        ByteBuf before = received;
        received = before == null ? in : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, before, in);
        while (!closed && next(received)) {
            // All frames that are whole.
        }
        if (received != null && !received.isReadable()) {
            received.release();
            received = null;
        }
    }

    private boolean next(@Nullable ByteBuf in) throws ProtocolException {
        if (in == null) {
            return false;
        }
        while (magicLeft > 0 && in.isReadable()) {
            if (in.readByte() != Frames.MAGIC[Frames.MAGIC.length - magicLeft]) {
                throw new ProtocolException("the peer does not speak the protocol keelson");
            }
            magicLeft--;
        }
        if (in.readableBytes() < Frames.HEADER) {
            return false;
        }
        int start = in.readerIndex();
        int length = in.getUnsignedMedium(start);
        int number = in.getUnsignedByte(start + 3);
        if (length > mostInFrame) {
            throw new ProtocolException(
                    "a frame of " + length + " bytes has come, where at most " + mostInFrame + " are allowed");
        }
        FrameType type = FrameType.of(number);
        if (type == null && number < FrameType.SKIPPABLE) {
            throw new ProtocolException("a frame of the unknown type " + number + " has come");
        }
        if (in.readableBytes() < Frames.HEADER + length) {
            return false;
        }
        int flags = in.getUnsignedByte(start + 4);
        int id = in.getInt(start + 5);
        in.skipBytes(Frames.HEADER);
        handler.frame(type, flags, id, in.readSlice(length));
        return true;
    }

    /** Forgets what has been received. */
    void close() {
        closed = true;
        // While a frame is being handled its bytes are still looked at; read() releases them then.
        ByteBuf rest = received;
        if (rest != null) {
            rest.readerIndex(rest.writerIndex());
        }
    }

    /** Releases what is left once nothing is being read. */
    void release() {
        closed = true;
        if (received != null) {
            received.release();
            received = null;
        }
    }
}
