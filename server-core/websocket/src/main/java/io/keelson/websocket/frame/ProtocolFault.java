package io.keelson.websocket.frame;

/**
 * Breach of the protocol or a limit by the peer: the connection is closed with {@link #code}.
 *
 * <p>Specification: RFC 6455, 7.1.7 Fail the WebSocket Connection.
 */
public final class ProtocolFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * A fault. It has no stack trace: it says something of the peer, not of this program.
     *
     * @param code the close code, as 1002
     * @param reason at most 123 bytes in UTF-8
     */
    public ProtocolFault(int code, String reason) {
        super(reason, null, false, false);
        this.code = code;
    }

    /** The code to close with. */
    public int code() {
        return code;
    }

    /** Returns why. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
