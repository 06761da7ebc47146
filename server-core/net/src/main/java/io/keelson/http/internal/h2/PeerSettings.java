package io.keelson.http.internal.h2;

import io.netty.buffer.ByteBuf;

/**
 * Settings that the client asks of the server. Largest frames and lists are not kept: the server sends frames that every peer takes.
 * Confined to the connection's loop.
 *
 * <p>Specification: RFC 9113, 6.5.2 Defined Settings.
 */
public final class PeerSettings {
    static final int HEADER_TABLE_SIZE = 1;
    static final int ENABLE_PUSH = 2;
    static final int MAX_CONCURRENT_STREAMS = 3;
    static final int INITIAL_WINDOW_SIZE = 4;
    static final int MAX_FRAME_SIZE = 5;
    static final int MAX_HEADER_LIST_SIZE = 6;
    private static final int SETTING = 6;
    private static final int DEFAULT_TABLE = 4096;
    private static final int LARGEST_FRAME = (1 << 24) - 1;

    private int initialWindow = FrameType.WINDOW;
    private boolean smallerTable;

    /** The window with which a stream begins, in bytes. */
    public int initialWindow() {
        return initialWindow;
    }

    /**
     * Returns true if the client has asked for a smaller table than the server is taken to have, and was not told since that there is none.
     * Telling is done by the next header block (RFC 7541, 4.2); asking makes it true no more.
     */
    public boolean takeSmallerTable() {
        boolean was = smallerTable;
        smallerTable = false;
        return was;
    }

    /** Returns whether {@link #takeSmallerTable} would give true. */
    public boolean smallerTable() {
        return smallerTable;
    }

    /** Takes the settings of a frame. Those that are not known are ignored. */
    public void read(ByteBuf payload) throws ConnectionError {
        while (payload.readableBytes() >= SETTING) {
            set(payload.readUnsignedShort(), payload.readUnsignedInt());
        }
    }

    private void set(int id, long value) throws ConnectionError {
        switch (id) {
            case HEADER_TABLE_SIZE -> smallerTable |= value < DEFAULT_TABLE;
            case ENABLE_PUSH -> {
                if (value > 1) {
                    throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "ENABLE_PUSH is neither 0 nor 1.");
                }
            }
            case INITIAL_WINDOW_SIZE -> {
                if (value > Integer.MAX_VALUE) {
                    throw new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, "INITIAL_WINDOW_SIZE is too large.");
                }
                initialWindow = (int) value;
            }
            case MAX_FRAME_SIZE -> {
                if (value < FrameType.PAYLOAD || value > LARGEST_FRAME) {
                    throw new ConnectionError(ErrorCode.PROTOCOL_ERROR, "MAX_FRAME_SIZE is out of range.");
                }
            }
            default -> {
                // Limits on what the server does not send, and what is not known.
            }
        }
    }
}
