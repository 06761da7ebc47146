package io.keelson.http;

import java.io.IOException;

/** The body of a request cannot be had, and why. */
public final class RequestBodyException extends IOException {
    private static final long serialVersionUID = 1;

    private final int status;

    /** Makes one with the status that tells the client, if it can still be told. */
    public RequestBodyException(int status, String why) {
        super(why);
        this.status = status;
    }

    /** The status that fits: 400 malformed or broken off, 408 too slow, 413 too large. */
    public int status() {
        return status;
    }
}
