package io.keelson.kernel.lifecycle;

/**
 * A server could not do what was asked. The message names the subsystem and its cause; further failures of the same
 * attempt, and of undoing it, are suppressed exceptions.
 */
public final class ServerException extends Exception {
    private static final long serialVersionUID = 1;

    /** With what was attempted and what failed. */
    public ServerException(String message, Throwable cause) {
        super(message, cause);
    }

    /** With what was attempted and why it is not possible. */
    public ServerException(String message) {
        super(message);
    }
}
