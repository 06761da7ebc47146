package io.keelson.http.internal;

import io.keelson.http.internal.h2.FrameType;
import io.keelson.http.internal.h2.FrameWriter;
import io.keelson.http.internal.h2.PeerSettings;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Queue of what waits to be sent of an HTTP/2 stream: buffers of whole frames, and then perhaps a file, which frames are made of as they
 * can be sent. A frame of data that the windows do not let pass is split. Confined to the loop.
 *
 * <p>Specification: RFC 9113, 5.2 Flow Control; RFC 9113, 6.1 DATA.
 */
final class SendQueue {
    private static final int TYPE = 3;
    private static final int FLAGS = 4;

    /** Of a file: a frame of that fills a record of TLS, and a buffer of the pool. */
    private static final int FILE_PIECE = FrameType.PAYLOAD - FrameType.HEADER;

    private final ArrayDeque<ByteBuf> pieces = new ArrayDeque<>(4);
    private final int stream;

    /** Bytes of the first buffer's frame that were not sent with it, without a header of their own; its flags. */
    private int rest;

    private int restFlags;
    private @Nullable FileBytes file;

    /** Bytes that end the stream after the file; null where its last frame does. */
    private @Nullable ByteBuf afterFile;

    private int freed;
    private @Nullable End end;

    SendQueue(int stream) {
        this.stream = stream;
    }

    /** End of a stream as a frame says it. */
    enum End {
        /** The server has sent all. */
        ALL_SENT,
        /** The server has reset it. */
        RESET
    }

    boolean isEmpty() {
        return pieces.isEmpty() && file == null;
    }

    void add(ByteBuf frames) {
        pieces.add(frames);
    }

    /**
     * Adds the file that ends the stream, or comes before what does.
     *
     * @param bytes at least one
     * @param after frames that end the stream; null: the last frame of the file does
     */
    void add(FileBytes bytes, @Nullable ByteBuf after) {
        file = bytes;
        afterFile = after;
    }

    /** Gives back what was not sent. */
    void release() {
        endFile();
        ByteBuf frames;
        while ((frames = pieces.poll()) != null) {
            frames.release();
        }
        rest = 0;
    }

    /** Gives the file back, and queues what comes after it. */
    private void endFile() {
        FileBytes done = file;
        ByteBuf after = afterFile;
        file = null;
        afterFile = null;
        if (done != null) {
            done.release();
        }
        if (after != null) {
            pieces.add(after);
        }
    }

    /** Returns whether the next frame takes window. */
    boolean takesWindow() {
        if (rest > 0 || pieces.isEmpty()) {
            return true;
        }
        ByteBuf frames = pieces.element();
        int at = frames.readerIndex();
        return frames.getByte(at + TYPE) == FrameType.DATA && frames.getUnsignedMedium(at) > 0;
    }

    /** Returns how much of what was queued the last call of {@link #sendNext} has taken out. */
    int freed() {
        return freed;
    }

    /** Returns what the last frame that was sent says of the stream; null where it goes on. */
    @Nullable
    End end() {
        return end;
    }

    /**
     * Passes the next frame to the channel.
     *
     * @param most how much window there is
     * @param peer what the client asks: the next header block may have to say that there is no table (RFC 7541, 4.2)
     * @return the window that it took
     * @throws IOException when the file cannot be read, or has become shorter
     */
    int sendNext(Channel channel, int most, PeerSettings peer) throws IOException {
        if (pieces.isEmpty()) {
            return sendFile(channel, most);
        }
        ByteBuf frames = pieces.element();
        int before = frames.readerIndex();
        int sent;
        if (rest > 0) {
            sent = sendRest(channel, frames, most);
        } else if (frames.getByte(before + TYPE) == FrameType.DATA) {
            sent = sendData(channel, frames, most);
        } else {
            sendOther(channel, frames, peer);
            sent = 0;
        }
        freed = frames.readerIndex() - before;
        if (!frames.isReadable()) {
            pieces.remove();
            frames.release();
        }
        return sent;
    }

    private int sendFile(Channel channel, int most) throws IOException {
        FileBytes bytes = Objects.requireNonNull(file);
        int n = (int) Math.min(bytes.left(), Math.min(most, FILE_PIECE));
        boolean ends = n == bytes.left() && afterFile == null;
        ByteBuf frame = channel.alloc().directBuffer(FrameType.HEADER + n);
        boolean read = false;
        try {
            FrameWriter.header(frame, n, FrameType.DATA, ends ? FrameType.END_STREAM : 0, stream);
            bytes.read(frame, n);
            read = true;
        } finally {
            if (!read) {
                frame.release();
            }
        }
        channel.write(frame, channel.voidPromise());
        if (bytes.left() == 0) {
            endFile();
        }
        freed = 0;
        end = ends ? End.ALL_SENT : null;
        return n;
    }

    private int sendData(Channel channel, ByteBuf frames, int most) {
        int at = frames.readerIndex();
        int length = frames.getUnsignedMedium(at);
        int flags = frames.getByte(at + FLAGS);
        if (length <= most) {
            channel.write(frames.readRetainedSlice(FrameType.HEADER + length), channel.voidPromise());
            end = ends(flags);
            return length;
        }
        frames.skipBytes(FrameType.HEADER);
        rest = length;
        restFlags = flags;
        return sendRest(channel, frames, most);
    }

    private int sendRest(Channel channel, ByteBuf frames, int most) {
        int n = Math.min(rest, most);
        rest -= n;
        int flags = rest == 0 ? restFlags : 0;
        ByteBuf header = channel.alloc().directBuffer(FrameType.HEADER);
        FrameWriter.header(header, n, FrameType.DATA, flags, stream);
        channel.write(header, channel.voidPromise());
        channel.write(frames.readRetainedSlice(n), channel.voidPromise());
        end = ends(flags);
        return n;
    }

    private static @Nullable End ends(int flags) {
        return (flags & FrameType.END_STREAM) != 0 ? End.ALL_SENT : null;
    }

    /** Frames of one header block must not be parted, so they leave together. */
    private void sendOther(Channel channel, ByteBuf frames, PeerSettings peer) {
        int at = frames.readerIndex();
        int type = frames.getByte(at + TYPE);
        int flags = frames.getByte(at + FLAGS);
        end = type == FrameType.RST_STREAM ? End.RESET : type == FrameType.HEADERS ? ends(flags) : null;
        int to = at + FrameType.HEADER + frames.getUnsignedMedium(at);
        while (to < frames.writerIndex() && frames.getByte(to + TYPE) == FrameType.CONTINUATION) {
            to += FrameType.HEADER + frames.getUnsignedMedium(to);
        }
        if (type == FrameType.HEADERS && peer.takeSmallerTable()) {
            ByteBuf first = channel.alloc().directBuffer(FrameType.HEADER + 1);
            FrameWriter.header(first, 1, FrameType.HEADERS, flags & FrameType.END_STREAM, stream);
            first.writeByte(0x20);
            channel.write(first, channel.voidPromise());
            frames.setByte(at + TYPE, FrameType.CONTINUATION);
            frames.setByte(at + FLAGS, flags & FrameType.END_HEADERS);
        }
        channel.write(frames.readRetainedSlice(to - at), channel.voidPromise());
    }
}
