package io.keelson.remoting.internal.iiop;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a client's bytes into GIOP messages and refuses those that no broker should see: unknown versions and types, lengths beyond the
 * limit, and fragments that together exceed it. A message is given out when it is whole, so a length costs nothing until its bytes are
 * there. Confined to an event loop.
 *
 * <p>Specification: CORBA 3.3 Interoperability, 9.4 GIOP Message Formats.
 */
final class GiopFrames {
    static final int HEADER = 12;
    static final int REQUEST = 0;
    static final int REPLY = 1;
    static final int LOCATE_REQUEST = 3;
    static final int LOCATE_REPLY = 4;
    static final int FRAGMENT = 7;

    private static final byte[] MAGIC = {'G', 'I', 'O', 'P'};
    private static final int FLAGS = 6;
    private static final int TYPE = 7;
    private static final int SIZE = 8;
    private static final int LITTLE_ENDIAN = 1;
    private static final int MORE_FRAGMENTS = 2;

    private final int most;
    private final byte[] header = new byte[HEADER];
    private byte @Nullable [] message;
    private int filled;
    /** Messages whose last fragment has not come, and the bytes of all of them. */
    private int unfinished;

    private long unfinishedBytes;

    /**
     * Makes one for a connection.
     *
     * @param most bytes of a message, and of the fragments that are unfinished at a time
     */
    GiopFrames(int most) {
        this.most = most;
    }

    /** Returns true if a message has begun that is not whole. */
    boolean partial() {
        return filled > 0;
    }

    /**
     * Reads until a message is whole.
     *
     * @return the message with its header; null where more bytes are needed
     * @throws IOException where this is no GIOP, or too large; nothing may be read after that
     */
    byte @Nullable [] next(ByteBuf in) throws IOException {
        if (message == null) {
            int n = Math.min(HEADER - filled, in.readableBytes());
            in.readBytes(header, filled, n);
            filled += n;
            if (filled < HEADER) {
                return null;
            }
            byte[] begun = new byte[Math.min(checkedLength(), HEADER + Math.max(in.readableBytes(), 1024))];
            System.arraycopy(header, 0, begun, 0, HEADER);
            message = begun;
        }
        return body(in);
    }

    private byte @Nullable [] body(ByteBuf in) throws IOException {
        byte[] begun = message;
        int length = checkedLength();
        int n = Math.min(length - filled, in.readableBytes());
        if (begun == null || begun.length < filled + n) {
            // Doubled with what has come, so that the memory follows the bytes and not the announcement.
            int size = (int) Math.min(length, Math.max(filled + n, 2L * filled));
            byte[] grown = new byte[size];
            if (begun != null) {
                System.arraycopy(begun, 0, grown, 0, filled);
            }
            begun = grown;
            message = grown;
        }
        in.readBytes(begun, filled, n);
        filled += n;
        if (filled < length) {
            return null;
        }
        countFragments(length);
        message = null;
        filled = 0;
        return begun;
    }

    private int checkedLength() throws IOException {
        for (int i = 0; i < MAGIC.length; i++) {
            if (header[i] != MAGIC[i]) {
                throw new IOException("a message does not begin with GIOP");
            }
        }
        if (header[4] != 1 || header[5] < 0 || header[5] > 2) {
            throw new IOException("GIOP " + header[4] + "." + header[5] + " is not spoken here; 1.0, 1.1 and 1.2 are");
        }
        if (header[TYPE] < 0 || header[TYPE] > FRAGMENT || header[TYPE] == FRAGMENT && header[5] == 0) {
            throw new IOException("GIOP 1." + header[5] + " has no message of type " + header[TYPE]);
        }
        long size = size();
        if (size > most - HEADER) {
            throw new IOException("a message of " + size + " bytes was announced; at most " + most + " are read");
        }
        return (int) size + HEADER;
    }

    private long size() {
        long size = 0;
        for (int i = 0; i < 4; i++) {
            int at = (header[FLAGS] & LITTLE_ENDIAN) != 0 ? SIZE + 3 - i : SIZE + i;
            size = size << 8 | header[at] & 0xff;
        }
        return size;
    }

    private void countFragments(int length) throws IOException {
        boolean more = header[5] > 0 && (header[FLAGS] & MORE_FRAGMENTS) != 0;
        boolean fragment = header[TYPE] == FRAGMENT;
        if (fragment && unfinished == 0) {
            throw new IOException("a fragment came of no message");
        }
        if (more && !fragment) {
            unfinished++;
        }
        if (unfinished > 0) {
            unfinishedBytes += length;
            if (unfinishedBytes > most) {
                throw new IOException("fragments of more than " + most + " bytes came; no more are read");
            }
        }
        if (fragment && !more && --unfinished == 0) {
            unfinishedBytes = 0;
        }
    }

    /** Returns the type of a whole message. */
    static int type(byte[] message) {
        return message[TYPE];
    }

    /** Returns true if bytes that are sent begin an answer. */
    static boolean answers(byte[] bytes, int offset, int length) {
        if (length < HEADER) {
            return false;
        }
        for (int i = 0; i < MAGIC.length; i++) {
            if (bytes[offset + i] != MAGIC[i]) {
                return false;
            }
        }
        int type = bytes[offset + TYPE];
        return type == REPLY || type == LOCATE_REPLY;
    }
}
