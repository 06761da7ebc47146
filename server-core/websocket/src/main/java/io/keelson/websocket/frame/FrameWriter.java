package io.keelson.websocket.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the frames of one side: those of a client masked, and messages compressed where that was agreed and pays. The frames
 * of one connection have to be sent in the order in which they were made. Confined to its owner, but for control frames, which any thread
 * may have made.
 *
 * <p>Specification: RFC 6455, 5.2 Base Framing Protocol; RFC 6455, 6.1 Sending Data.
 */
public final class FrameWriter {
    /** Shorter messages are sent as they are: compressing them costs more than it saves. */
    private static final int LEAST_COMPRESSED = 64;

    private final @Nullable Deflation deflation;
    private final @Nullable SecureRandom keys;
    private boolean within;
    private boolean compressed;

    /**
     * Makes a writer.
     *
     * @param side who sends
     * @param agreement what was agreed on compression; null for none
     */
    public FrameWriter(Side side, @Nullable DeflateAgreement agreement) {
        deflation = agreement == null ? null : new Deflation(agreement);
        keys = side == Side.CLIENT ? new SecureRandom() : null;
    }

    /** Returns whether a message has been begun and not ended. */
    public boolean withinMessage() {
        return within;
    }

    /**
     * A message, or the next part of one, as head and payload of one frame. The payload that is returned is {@code payload} itself where
     * it is neither compressed nor masked.
     *
     * @param kind the same for all parts of a message
     */
    public ByteBuffer[] data(Kind kind, ByteBuffer payload, boolean last) {
        boolean first = !within;
        if (first) {
            compressed = deflation != null && (!last || payload.remaining() >= LEAST_COMPRESSED);
        }
        within = !last;
        ByteBuffer content = compressed ? deflated(payload, last) : payload;
        int opcode = !first ? Opcode.CONTINUATION : kind == Kind.TEXT ? Opcode.TEXT : Opcode.BINARY;
        int bits = opcode | (last ? Opcode.FIN : 0) | (first && compressed ? Opcode.RSV1 : 0);
        return frame(bits, content);
    }

    private ByteBuffer[] frame(int first, ByteBuffer payload) {
        SecureRandom random = keys;
        if (random == null) {
            return new ByteBuffer[] {head(first, payload.remaining(), 0), payload};
        }
        // The payload is the caller's: what is masked is a copy.
        byte[] masked = new byte[payload.remaining()];
        payload.get(masked);
        int key = random.nextInt();
        Mask.apply(key, 0, masked, 0, masked.length);
        ByteBuffer head = head(first, masked.length, 4);
        head.put(1, (byte) (head.get(1) | Opcode.MASKED));
        head.putInt(head.limit() - 4, key);
        return new ByteBuffer[] {head, ByteBuffer.wrap(masked)};
    }

    private ByteBuffer deflated(ByteBuffer payload, boolean last) {
        byte[] bytes;
        int offset = 0;
        int length = payload.remaining();
        if (payload.hasArray()) {
            bytes = payload.array();
            offset = payload.arrayOffset() + payload.position();
            payload.position(payload.limit());
        } else {
            bytes = new byte[length];
            payload.get(bytes);
        }
        return ByteBuffer.wrap(Objects.requireNonNull(deflation).deflate(bytes, offset, length, last));
    }

    /** With as many bytes behind it as are asked for. */
    private static ByteBuffer head(int first, int length, int more) {
        int longer = length <= 125 ? 0 : length <= 0xffff ? 2 : 8;
        ByteBuffer head = ByteBuffer.allocate(2 + longer + more);
        head.put((byte) first);
        head.put((byte) (longer == 0 ? length : longer == 2 ? 126 : 127));
        if (longer == 2) {
            head.putShort((short) length);
        } else if (longer == 8) {
            head.putLong(length);
        }
        return head.rewind();
    }

    /** A ping. */
    public ByteBuffer ping(byte[] payload) {
        return control(Opcode.PING, payload);
    }

    /** A pong. */
    public ByteBuffer pong(byte[] payload) {
        return control(Opcode.PONG, payload);
    }

    /**
     * A close frame.
     *
     * @param code {@link CloseCode#NONE} for a frame without one
     * @param reason at most 123 bytes in UTF-8; what is beyond is cut off
     */
    public ByteBuffer close(int code, String reason) {
        if (!CloseCode.mayBeSent(code)) {
            return control(Opcode.CLOSE, new byte[0]);
        }
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, Opcode.MOST_CONTROL - 2);
        while (length < text.length && length > 0 && (text[length] & 0xc0) == 0x80) {
            length--; // not within a character
        }
        ByteBuffer payload = ByteBuffer.allocate(2 + length);
        payload.putShort((short) code).put(text, 0, length);
        return control(Opcode.CLOSE, payload.array());
    }

    private ByteBuffer control(int opcode, byte[] payload) {
        if (payload.length > Opcode.MOST_CONTROL) {
            throw new IllegalArgumentException("a control frame carries at most 125 bytes, not " + payload.length);
        }
        ByteBuffer[] frame = frame(Opcode.FIN | opcode, ByteBuffer.wrap(payload));
        return ByteBuffer.allocate(frame[0].remaining() + payload.length)
                .put(frame[0])
                .put(frame[1])
                .flip();
    }

    /** Gives back what is held outside the heap. Idempotent. */
    public void close() {
        if (deflation != null) {
            deflation.close();
        }
    }
}
