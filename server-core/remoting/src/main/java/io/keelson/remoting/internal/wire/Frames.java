package io.keelson.remoting.internal.wire;

import io.netty.buffer.ByteBuf;

/**
 * The form of a frame: three bytes length of the payload, one byte type, one byte flags, four bytes number of the call, the
 * payload. All numbers are big-endian.
 */
final class Frames {
    /** Bytes that a client sends before its first frame. The first byte is none of HTTP, TLS or the PROXY protocol. */
    static final byte[] MAGIC = {(byte) 0x8b, 'K', 'L', 'S'};

    /** Bytes before the payload. */
    static final int HEADER = 9;

    /** This is the first fragment of a message. Where it is not the last, the size of the whole stands before it. */
    static final int FIRST = 1;

    /** This is the last fragment of a message. */
    static final int LAST = 2;

    /** A frame during the handshake is not longer. */
    static final int MOST_IN_HANDSHAKE = 16 * 1024;

    /** The bytes of the size that stands before the first of several fragments. */
    static final int SIZE_OF_WHOLE = 4;

    private Frames() {}

    /** Writes a header. */
    static void header(ByteBuf to, int length, FrameType type, int flags, int id) {
        to.writeMedium(length);
        to.writeByte(type.number());
        to.writeByte(flags);
        to.writeInt(id);
    }

    /** Writes a header over what stands there. */
    static void headerAt(ByteBuf to, int index, int length, FrameType type, int flags, int id) {
        to.setMedium(index, length);
        to.setByte(index + 3, type.number());
        to.setByte(index + 4, flags);
        to.setInt(index + 5, id);
    }
}
