package io.keelson.remoting.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what is received into frames, however it arrives. Frames are read where they have been received; only one that comes in pieces is
 * put together in a buffer of its own, which is never longer than that frame: while much is under way there is always the beginning of a
 * next one, and what has been read before it must not be kept.
 */
final class FrameReader {
    private final Handler handler;
    private final ByteBufAllocator allocator;
    private int magicLeft;
    private int mostInFrame = Frames.MOST_IN_HANDSHAKE;
    /** The beginning of a frame; null where the last one was whole. */
    private @Nullable ByteBuf begun;
    /** Buffer that is being read. */
    private @Nullable ByteBuf reading;

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

    /** Sets the longest payload that a frame may have from now on. */
    void mostInFrame(int most) {
        mostInFrame = most;
    }

    /** Takes what has been received and releases it. */
    void read(ByteBuf in) throws ProtocolException {
        try {
            if (complete(in)) {
                all(in);
                if (!closed && in.isReadable()) {
                    begun = allocator.buffer(in.readableBytes() + missing(in)).writeBytes(in);
                }
            }
        } finally {
            in.release();
        }
    }

    /** Returns whether no frame is left that only begins before these bytes; takes of them what belongs to it. */
    private boolean complete(ByteBuf in) throws ProtocolException {
        ByteBuf frame = begun;
        while (!closed && frame != null && in.isReadable()) {
            frame.ensureWritable(missing(frame));
            frame.writeBytes(in, Math.min(missing(frame), in.readableBytes()));
            if (missing(frame) == 0) {
                begun = null;
                try {
                    all(frame);
                } finally {
                    frame.release();
                }
                frame = null;
            }
        }
        return !closed && frame == null;
    }

    private void all(ByteBuf in) throws ProtocolException {
        reading = in;
        try {
            while (!closed && next(in)) {
                // All frames that are whole.
            }
        } finally {
            reading = null;
        }
    }

    private boolean next(ByteBuf in) throws ProtocolException {
        while (magicLeft > 0 && in.isReadable()) {
            if (in.readByte() != Frames.MAGIC[Frames.MAGIC.length - magicLeft]) {
                throw new ProtocolException("the peer does not speak the protocol keelson");
            }
            magicLeft--;
        }
        if (missing(in) > 0) {
            return false;
        }
        int start = in.readerIndex();
        FrameType type = FrameType.of(in.getUnsignedByte(start + 3));
        int flags = in.getUnsignedByte(start + 4);
        int id = in.getInt(start + 5);
        in.skipBytes(Frames.HEADER);
        handler.frame(type, flags, id, in.readSlice(in.getUnsignedMedium(start)));
        return true;
    }

    /** Returns how many bytes are missing of the header that begins here, or of the frame where the header is there, which is looked at. */
    private int missing(ByteBuf in) throws ProtocolException {
        if (in.readableBytes() < Frames.HEADER) {
            return Frames.HEADER - in.readableBytes();
        }
        int start = in.readerIndex();
        int length = in.getUnsignedMedium(start);
        if (length > mostInFrame) {
            throw new ProtocolException(
                    "a frame of " + length + " bytes has come, where at most " + mostInFrame + " are allowed");
        }
        int number = in.getUnsignedByte(start + 3);
        if (FrameType.of(number) == null && number < FrameType.SKIPPABLE) {
            throw new ProtocolException("a frame of the unknown type " + number + " has come");
        }
        return Math.max(0, Frames.HEADER + length - in.readableBytes());
    }

    /** Forgets what has been received. */
    void close() {
        closed = true;
        // While a frame is being handled its bytes are still looked at; read() releases them then.
        ByteBuf rest = reading;
        if (rest != null) {
            rest.readerIndex(rest.writerIndex());
        }
    }

    /** Releases what is left once nothing is being read. */
    void release() {
        closed = true;
        if (begun != null) {
            begun.release();
            begun = null;
        }
    }
}
