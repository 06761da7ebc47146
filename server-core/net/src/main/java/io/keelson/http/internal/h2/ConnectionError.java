package io.keelson.http.internal.h2;

/**
 * The connection cannot go on. Without a stack, since clients cause it at will.
 *
 * <p>Specification: RFC 9113, 5.4.1 Connection Error Handling.
 */
public final class ConnectionError extends Exception {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    /** Makes one with the code for GOAWAY, and one sentence that goes with it. */
    public ConnectionError(ErrorCode code, String why) {
        super(why, null, false, false);
        this.code = code;
    }

    /** Returns what GOAWAY says. */
    public ErrorCode code() {
        return code;
    }

    /** One sentence for the client. */
    public String why() {
        return String.valueOf(getMessage());
    }
}
