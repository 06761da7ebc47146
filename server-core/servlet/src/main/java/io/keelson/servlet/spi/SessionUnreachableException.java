package io.keelson.servlet.spi;

import org.jspecify.annotations.Nullable;

/**
 * A session may exist, but whoever keeps it cannot be reached at the moment. Where the application does not catch it the answer is 503 with
 * Retry-After, never a new session in the place of the one that the client has.
 */
public final class SessionUnreachableException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public SessionUnreachableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
