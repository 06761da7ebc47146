package io.keelson.http;

import java.io.IOException;

/**
 * The body of a request cannot be had, and why. Without a stack: it is made where bytes arrive, and clients cause it at will.
 *
 * <p>Specification: RFC 9112, 8 Handling Incomplete Messages.
 */
public final class RequestBodyException extends IOException {
    private static final long serialVersionUID = 1;

    private final int status;

    /** Makes one with the status that tells the client, if it can still be told. */
    public RequestBodyException(int status, String why) {
        super(why);
        this.status = status;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** The status that fits: 400 malformed or broken off, 408 too slow, 413 too large. */
    public int status() {
        return status;
    }
}
