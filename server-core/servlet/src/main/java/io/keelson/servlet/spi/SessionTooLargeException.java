package io.keelson.servlet.spi;

/**
 * A session is larger than its client keeps. What the request did to it cannot be kept: where the application does not make the session
 * smaller before its response begins, the answer is 500.
 */
public final class SessionTooLargeException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public SessionTooLargeException(String message) {
        super(message);
    }
}
