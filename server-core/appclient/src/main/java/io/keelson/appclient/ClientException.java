package io.keelson.appclient;

import org.jspecify.annotations.Nullable;

/** An application client cannot be run. Its message is for whoever started it. */
final class ClientException extends Exception {
    private static final long serialVersionUID = 1L;

    ClientException(String message) {
        super(message);
    }

    ClientException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
