package io.keelson.arquillian;

import java.io.IOException;

/** The management interface refused, or what it was asked to do failed; the message has the reason and its causes. */
final class ManagementException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    ManagementException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** The status of the answer. */
    int status() {
        return status;
    }
}
