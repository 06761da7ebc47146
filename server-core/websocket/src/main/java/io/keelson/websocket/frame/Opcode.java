package io.keelson.websocket.frame;

/**
 * Kinds of frames and the bits of their first two bytes.
 *
 * <p>Specification: RFC 6455, 5.2 Base Framing Protocol.
 */
final class Opcode {
    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    static final int FIN = 0x80;
    static final int RSV1 = 0x40;
    static final int RSV = 0x70;
    static final int OPCODE = 0x0f;
    static final int MASKED = 0x80;
    static final int LENGTH = 0x7f;

    /** The most that a control frame carries, in bytes (5.5). */
    static final int MOST_CONTROL = 125;

    private Opcode() {}

    static boolean isControl(int opcode) {
        return opcode >= CLOSE;
    }
}
