package io.keelson.http;

import java.io.IOException;

/**
 * A response cannot be sent: the client has closed the connection, or takes nothing of what it is sent. Nobody can be
 * answered, and nothing is wrong with the server. Without a stack, since clients cause it at will.
 *
 * <p>Specification: RFC 9112, 9.5 Failures and Timeouts.
 */
public final class ClientGoneException extends IOException {
    private static final long serialVersionUID = 1;

    /** Makes one that says what the client has done. */
    public ClientGoneException(String why) {
        super(why);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
