package io.keelson.remoting.internal.wire;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way out. Its buffer has room for a frame's header before the bytes, so that a small one is sent as it
 * is. Confined to the loop once it was handed over.
 */
public final class Outgoing {
    /** The room that stands before a message's bytes. */
    public static final int ROOM = Frames.HEADER;

    private final FrameType type;
    private final int id;
    private final ByteBuf buffer;
    private final @Nullable Listener listener;
    private final int size;
    private boolean begun;
    private boolean cancelled;

    /** Listener to the fate of a message. Told on the loop. */
    public interface Listener {
        /** The last byte is given to the socket. */
        void sent();

        /** Is never sent whole. */
        void dropped();
    }

    private Outgoing(FrameType type, int id, ByteBuf buffer, @Nullable Listener listener) {
        this.type = type;
        this.id = id;
        this.buffer = buffer;
        this.listener = listener;
        this.size = buffer.readableBytes() - ROOM;
    }

    /**
     * A request.
     *
     * @param buffer {@link #ROOM} bytes, then the message; released here
     */
    public static Outgoing call(int id, ByteBuf buffer, Listener listener) {
        return new Outgoing(FrameType.CALL, id, buffer, listener);
    }

    /** The answer to a request; the buffer as above. */
    public static Outgoing reply(int id, ByteBuf buffer) {
        return new Outgoing(FrameType.REPLY, id, buffer, null);
    }

    /** A message of a stream; the buffer as above. */
    public static Outgoing stream(ByteBuf buffer, Listener listener) {
        return new Outgoing(FrameType.STREAM, 0, buffer, listener);
    }

    FrameType type() {
        return type;
    }

    int id() {
        return id;
    }

    /** The bytes of the message. */
    public int size() {
        return size;
    }

    long cost() {
        return WireSettings.cost(size);
    }

    boolean begun() {
        return begun;
    }

    void cancel() {
        cancelled = true;
    }

    boolean cancelled() {
        return cancelled;
    }

    /** The whole as one frame; this message is then done. */
    ByteBuf whole() {
        Frames.headerAt(buffer, buffer.readerIndex(), size, type, Frames.FIRST | Frames.LAST, id);
        return buffer;
    }

    /** The next fragment with its header; null buffers do not come, ask {@link #left} before. */
    ByteBuf fragment(int mostInFrame) {
        boolean first = !begun;
        if (first) {
            begun = true;
            buffer.skipBytes(ROOM);
        }
        int room = first ? mostInFrame - Frames.SIZE_OF_WHOLE : mostInFrame;
        int n = Math.min(room, buffer.readableBytes());
        int flags = (first ? Frames.FIRST : 0) | (n == buffer.readableBytes() ? Frames.LAST : 0);
        int before = first ? Frames.SIZE_OF_WHOLE : 0;
        ByteBuf frame = buffer.alloc().ioBuffer(Frames.HEADER + before + n);
        Frames.header(frame, before + n, type, flags, id);
        if (first) {
            frame.writeInt(size);
        }
        return frame.writeBytes(buffer, n);
    }

    /** Returns how many bytes have not been cut off yet. */
    int left() {
        return begun ? buffer.readableBytes() : size;
    }

    /** The last byte has been given to the socket. */
    void sent() {
        if (listener != null) {
            listener.sent();
        }
    }

    /** Will not be sent, or the rest of it will not. */
    public void drop() {
        buffer.release();
        if (listener != null) {
            listener.dropped();
        }
    }

    /** All of it has been cut off. */
    void release() {
        buffer.release();
    }
}
