package io.keelson.websocket.frame;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a peer, in whatever pieces they come, and gives messages on in pieces as soon as these are there:
 * nothing is kept but the beginning of a head and a control frame. What may not be is found with the first byte that shows it.
 *
 * <p>Works as long as its listener is {@linkplain FrameListener#ready ready}; then the rest of the input waits for {@link #go}, so
 * that no input, however well compressed, makes more output than the listener asked for. Confined to its owner.
 *
 * <p>Specification: RFC 6455, 5.2 Base Framing Protocol; RFC 6455, 6.2 Receiving Data.
 */
public final class FrameReader {
    private static final int PIECE = 8 * 1024;
    private static final byte[] NOTHING = {};

    private final FrameListener listener;
    private final @Nullable Inflation inflation;
    private final boolean masked;
    private final Utf8 utf8 = new Utf8();
    private State state = State.FIRST;
    private byte[] input = NOTHING;
    private int position;
    private int end;

    // the frame at hand
    private boolean fin;
    private int opcode;
    private int lengthBytes;
    private boolean longForm;
    private long length;
    private int keyBytes;
    private int key;
    private long taken;
    private byte[] control = NOTHING;

    // the message at hand
    private @Nullable Kind message;
    private boolean compressed;
    private boolean inflating;
    private boolean lastInput;
    private boolean tailGiven;
    private byte[] inflated = NOTHING;

    /**
     * Makes a reader.
     *
     * @param peer whose frames are read
     * @param agreement what was agreed on compression; null for none
     */
    public FrameReader(FrameListener listener, Side peer, @Nullable DeflateAgreement agreement) {
        this.listener = listener;
        this.masked = peer == Side.CLIENT;
        this.inflation = agreement == null ? null : new Inflation(agreement.receivesWithContext());
    }

    /** Part of a frame that the next byte is, or belongs to. */
    private enum State {
        FIRST,
        SECOND,
        LENGTH,
        KEY,
        PAYLOAD,
        CLOSED
    }

    /**
     * Takes input, when what came before has been used up. The array belongs to the reader, which unmasks in place.
     *
     * @return whether it was used up; else {@link #go} goes on
     * @throws ProtocolFault when the input breaks the protocol; nothing may be given to the reader afterwards
     */
    public boolean take(byte[] bytes, int offset, int count) throws ProtocolFault {
        input = bytes;
        position = offset;
        end = offset + count;
        return go();
    }

    /** Goes on with the input. Returns whether it was used up. */
    public boolean go() throws ProtocolFault {
        while (listener.ready()) {
            if (inflating) {
                inflate();
            } else if (state == State.PAYLOAD) {
                if (position == end && taken < length) {
                    input = NOTHING;
                    return true;
                }
                payload();
            } else if (position == end || state == State.CLOSED) {
                input = NOTHING;
                return true;
            } else {
                head(input[position++] & 0xff);
            }
        }
        return false;
    }

    /** Gives back what is held outside the heap. Idempotent. */
    public void close() {
        state = State.CLOSED;
        inflating = false;
        if (inflation != null) {
            inflation.close();
        }
    }

    private void head(int b) throws ProtocolFault {
        switch (state) {
            case FIRST -> first(b);
            case SECOND -> second(b);
            case LENGTH -> {
                length = length << 8 | b;
                if (--lengthBytes == 0) {
                    checkLength();
                }
            }
            case KEY -> {
                key = key << 8 | b;
                if (--keyBytes == 0) {
                    startPayload();
                }
            }
            case PAYLOAD, CLOSED -> throw new IllegalStateException(state.name());
        }
    }

    private void first(int b) throws ProtocolFault {
        fin = (b & Opcode.FIN) != 0;
        opcode = b & Opcode.OPCODE;
        boolean rsv1 = (b & Opcode.RSV1) != 0;
        boolean mayCompress = inflation != null && (opcode == Opcode.TEXT || opcode == Opcode.BINARY);
        if ((b & Opcode.RSV & ~Opcode.RSV1) != 0 || rsv1 && !mayCompress) {
            throw broken("a reserved bit is set that no extension uses there");
        }
        switch (opcode) {
            case Opcode.CONTINUATION -> {
                if (message == null) {
                    throw broken("a continuation of no message");
                }
            }
            case Opcode.TEXT, Opcode.BINARY -> {
                if (message != null) {
                    throw broken("a message began within another");
                }
                message = opcode == Opcode.TEXT ? Kind.TEXT : Kind.BINARY;
                compressed = rsv1;
                utf8.reset();
            }
            case Opcode.CLOSE, Opcode.PING, Opcode.PONG -> {
                if (!fin) {
                    throw broken("a control frame in fragments");
                }
            }
            default -> throw broken("a frame of the unknown kind " + opcode);
        }
        state = State.SECOND;
    }

    private void second(int b) throws ProtocolFault {
        boolean isMasked = (b & Opcode.MASKED) != 0;
        if (isMasked != masked) {
            throw broken(masked ? "a frame that is not masked" : "a frame of a server that is masked");
        }
        int shortLength = b & Opcode.LENGTH;
        if (Opcode.isControl(opcode) && shortLength > Opcode.MOST_CONTROL) {
            throw broken("a control frame of more than 125 bytes");
        }
        taken = 0;
        if (shortLength > 125) {
            length = 0;
            longForm = shortLength == 127;
            lengthBytes = longForm ? 8 : 2;
            state = State.LENGTH;
        } else {
            length = shortLength;
            lengthKnown();
        }
    }

    private void checkLength() throws ProtocolFault {
        if (length < 0) {
            throw broken("a length beyond 63 bits");
        }
        if (length <= (longForm ? 0xffff : 125)) {
            throw broken("a length in more bytes than it needs");
        }
        lengthKnown();
    }

    private void lengthKnown() {
        key = 0;
        if (masked) {
            keyBytes = 4;
            state = State.KEY;
        } else {
            startPayload();
        }
    }

    private void startPayload() {
        state = State.PAYLOAD;
        if (Opcode.isControl(opcode)) {
            control = new byte[(int) length];
        }
    }

    private void payload() throws ProtocolFault {
        int n = (int) Math.min(length - taken, end - position);
        int from = position;
        if (masked) {
            Mask.apply(key, taken, input, from, n);
        }
        position += n;
        int before = (int) Math.min(taken, Integer.MAX_VALUE);
        taken += n;
        boolean complete = taken == length;
        if (complete) {
            state = State.FIRST;
        }
        if (Opcode.isControl(opcode)) {
            System.arraycopy(input, from, control, before, n);
            if (complete) {
                control();
            }
        } else {
            data(from, n, complete && fin);
        }
    }

    private void data(int from, int n, boolean endOfMessage) throws ProtocolFault {
        if (compressed) {
            Inflation inflater = Objects.requireNonNull(inflation);
            inflater.input(input, from, n);
            inflating = true;
            lastInput = endOfMessage;
        } else {
            deliver(input, from, n, endOfMessage);
        }
    }

    /** One piece of output. The end of a message shows when its last input gives no more. */
    private void inflate() throws ProtocolFault {
        Inflation inflater = Objects.requireNonNull(inflation);
        if (inflated.length == 0) {
            inflated = new byte[PIECE];
        }
        int n = inflater.inflate(inflated);
        if (n > 0) {
            deliver(inflated, 0, n, false);
        } else if (!lastInput) {
            inflating = false;
        } else if (!tailGiven) {
            tailGiven = true;
            inflater.endOfMessage();
        } else {
            tailGiven = false;
            inflating = false;
            inflated = NOTHING;
            inflater.messageRead();
            deliver(NOTHING, 0, 0, true);
        }
    }

    private void deliver(byte[] bytes, int from, int n, boolean last) throws ProtocolFault {
        Kind kind = Objects.requireNonNull(message);
        if (kind == Kind.TEXT) {
            if (!utf8.accept(bytes, from, n)) {
                throw new ProtocolFault(CloseCode.NOT_CONSISTENT, "text that is not UTF-8");
            }
            if (last && utf8.unfinished() > 0) {
                throw new ProtocolFault(CloseCode.NOT_CONSISTENT, "text that ends within a character");
            }
        }
        if (last) {
            message = null;
        }
        if (n > 0 || last) {
            listener.data(kind, bytes, from, n, kind == Kind.TEXT ? utf8.unfinished() : 0, last);
        }
    }

    private void control() throws ProtocolFault {
        byte[] payload = control;
        control = NOTHING;
        switch (opcode) {
            case Opcode.PING -> listener.ping(payload);
            case Opcode.PONG -> listener.pong(payload);
            default -> closeFrame(payload);
        }
    }

    private void closeFrame(byte[] payload) throws ProtocolFault {
        if (payload.length == 1) {
            throw broken("a close frame with half a code");
        }
        int code = CloseCode.NONE;
        String reason = "";
        if (payload.length >= 2) {
            code = (payload[0] & 0xff) << 8 | payload[1] & 0xff;
            if (!CloseCode.mayBeSent(code)) {
                throw broken("a close frame with the code " + code);
            }
            Utf8 check = new Utf8();
            if (!check.accept(payload, 2, payload.length - 2) || check.unfinished() > 0) {
                throw new ProtocolFault(CloseCode.NOT_CONSISTENT, "a reason to close that is not UTF-8");
            }
            reason = new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
        }
        close();
        listener.close(code, reason);
    }

    private static ProtocolFault broken(String what) {
        return new ProtocolFault(CloseCode.PROTOCOL, what);
    }
}
