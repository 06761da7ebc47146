package io.keelson.remoting.internal.wire;

import java.io.IOException;

/** The peer does what the protocol does not allow, or cannot be talked to. The message says what. */
public final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    /** With what is wrong. */
    public ProtocolException(String message) {
        super(message);
    }
}
