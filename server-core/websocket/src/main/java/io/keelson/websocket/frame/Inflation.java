package io.keelson.websocket.frame;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Takes the compression off messages (RFC 7692, 7.2.2), as much at a time as is asked for. What the JDK's inflater holds outside
 * the heap is taken when a compressed message begins, and given back with its end unless the peer refers to earlier messages.
 * Confined to its owner.
 *
 * <p>A final block may stand in the middle of a message (7.2.3.5); what comes after it is read as a new stream, so it must not
 * refer to what was before.
 *
 * <p>Specification: RFC 7692, 7 The "permessage-deflate" Extension.
 */
final class Inflation {
    /** Bytes that the sender has left out at the end of each message. */
    private static final byte[] TAIL = {0, 0, (byte) 0xff, (byte) 0xff};

    private static final byte[] NOTHING = {};

    private final boolean keepsContext;
    private @Nullable Inflater inflater;
    private byte[] input = NOTHING;
    private int inputEnd;

    Inflation(boolean keepsContext) {
        this.keepsContext = keepsContext;
    }

    /** Gives input, which is referred to until it has been used up. */
    void input(byte[] bytes, int offset, int length) {
        input = bytes;
        inputEnd = offset + length;
        inflater().setInput(bytes, offset, length);
    }

    /** Says that the message ends with the input given so far, which has been used up. */
    void endOfMessage() {
        input(TAIL, 0, TAIL.length);
    }

    /**
     * Takes off what fits.
     *
     * @return how many bytes; 0 when the input has been used up
     * @throws ProtocolFault when it is no deflated data
     */
    int inflate(byte[] target) throws ProtocolFault {
        Inflater now = inflater();
        try {
            int n = now.inflate(target);
            while (n == 0 && now.finished()) {
                int left = now.getRemaining();
                now.reset();
                if (left == 0) {
                    return 0;
                }
                now.setInput(input, inputEnd - left, left);
                n = now.inflate(target);
            }
            if (n == 0 && now.needsDictionary()) {
                throw new ProtocolFault(CloseCode.NOT_CONSISTENT, "compressed data asks for a dictionary");
            }
            return n;
        } catch (DataFormatException e) {
            throw new ProtocolFault(CloseCode.NOT_CONSISTENT, "compressed data cannot be read");
        }
    }

    private Inflater inflater() {
        Inflater now = inflater;
        if (now == null) {
            now = new Inflater(true);
            inflater = now;
        }
        return now;
    }

    /** The message has been read whole. */
    void messageRead() {
        input = NOTHING;
        if (!keepsContext) {
            close();
        }
    }

    /** Gives back what is held. Idempotent. */
    void close() {
        input = NOTHING;
        Inflater now = inflater;
        inflater = null;
        if (now != null) {
            now.end();
        }
    }
}
