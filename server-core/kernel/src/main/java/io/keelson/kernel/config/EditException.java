package io.keelson.kernel.config;

/** An edit of {@code domain.yaml} was refused; the file is as it was. The message says why. */
public final class EditException extends Exception {
    private static final long serialVersionUID = 1L;

    EditException(String message) {
        super(message);
    }

    EditException(String message, Throwable cause) {
        super(message, cause);
    }
}
