package io.keelson.remoting.internal.wire;

import java.io.IOException;

/** The server does not let the client in, or is not the one that the client takes it for. */
public final class LoginRefusedException extends IOException {
    private static final long serialVersionUID = 1;

    /** With what is wrong. */
    public LoginRefusedException(String message) {
        super(message);
    }
}
