package io.keelson.embedded;

/** A server could not start, or an application could not be deployed. Its message has the reason. */
public final class EmbeddedServerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EmbeddedServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
